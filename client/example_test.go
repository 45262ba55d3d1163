package client_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/evercart/evercart/client"
)

// A shop's back end begins a session for a shopper, and says something in it.
func ExampleClient() {
	// Here a stand-in answers; a server is at http://127.0.0.1:8080.
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/sessions" {
			_, _ = io.WriteString(w, `{"session_id":"6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11","token":"evt1.…"}`)
			return
		}
		_, _ = io.WriteString(w, `{"reply":"I added the wool scarf.","cart":{"currency":"USD","lines":[{"title":"Wool Scarf","quantity":1,"total":3900}],"total":3900}}`)
	}))
	defer server.Close()

	ctx := context.Background()
	c, err := client.New(client.Config{URL: server.URL, Key: "an API key of the shop"})
	if err != nil {
		log.Fatal(err)
	}
	begun, err := c.Begin(ctx, client.Begin{User: "u-ada"})
	if err != nil {
		log.Fatal(err)
	}
	// The same turn id again is the same turn: send it again when no answer came.
	reply, err := c.Say(ctx, client.Turn{Session: string(begun.Session), User: "u-ada", Text: "add the wool scarf", Turn: "t-1"})
	if err != nil {
		log.Fatal(err) // evercart.CodeOf(err) tells which kind it is
	}
	fmt.Println(reply.Reply)
	for _, l := range reply.Cart.Lines {
		fmt.Println(l.Quantity, l.Title, reply.Cart.Currency.Decimal(l.Total), reply.Cart.Currency)
	}
	// Output:
	// I added the wool scarf.
	// 1 Wool Scarf 39.00 USD
}

// A shopper's device speaks over the socket, with a session token, and hears the answer piece by piece.
func ExampleConn() {
	speak := func(ctx context.Context, c *client.Client, session string) error {
		conn, err := c.Dial(ctx, session, client.Dial{})
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close() }()
		if err := conn.Say(ctx, client.Turn{Text: "what is in my cart", Turn: "t-2"}); err != nil {
			return err
		}
		for frame, err := range conn.Answer(ctx, "t-2") {
			switch {
			case err != nil:
				return err
			case frame.Delta != nil:
				fmt.Println(frame.Delta.Text) // one speakable piece
			case frame.Reply != nil:
				fmt.Println(frame.Reply.Cart.Total)
			}
		}
		return nil
	}
	_ = speak
}
