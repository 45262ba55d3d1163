package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/app"
	"github.com/evercart/evercart/client"
)

func newChat() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "chat",
		Short: "Talk to the shop in the terminal",
		Long: `Talks to the shop in the terminal, through the server that holds the data folder or one that is
started for this talk. The conversation goes on where it was left; --new begins another. Lines piped
from a file are said one after another. An empty line does nothing, /cart shows the cart, /quit ends; other
lines that begin with / are not sent.`,
		Example: "  evercart chat\n  evercart chat --new\n  printf 'add the wool scarf\\nwhat is in my cart\\n' | evercart chat --new",
		Args:    noArgs,
	}
	addOptions(cmd.Flags(), "data", "catalog", "price-unit", "shop", "name", "currency", "locale", "brain", "model", "openai-base-url")
	session := cmd.Flags().String("session", "", "`ID` of the session to go on with; default: the last one of this folder")
	user := cmd.Flags().String("user", "", "the shopper's user `ID`; without one you are a guest")
	fresh := cmd.Flags().Bool("new", false, "begin a new conversation")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := loadConfig(cmd)
		if err != nil {
			return err
		}
		return withServer(cmd, func(ctx context.Context, r *app.Remote) error {
			id, err := chooseSession(filepath.Join(c.Data, "chat"), *session, *fresh)
			if err != nil {
				return err
			}
			t := talk{cmd: cmd, remote: r, session: id, user: *user, tty: isTerminal(cmd.InOrStdin())}
			return t.run(ctx)
		})
	}
	return cmd
}

// chooseSession takes the session named, else the last one of this folder, else a new one, and remembers it.
func chooseSession(file, named string, fresh bool) (string, error) {
	id := named
	if id == "" && !fresh {
		b, err := os.ReadFile(file)
		if err == nil {
			id = strings.TrimSpace(string(b))
		}
	}
	if id == "" {
		id = newUUID()
	}
	parsed, err := evercart.ParseSessionID(id)
	if err != nil {
		return "", usageError{err}
	}
	return string(parsed), os.WriteFile(file, []byte(parsed), 0o600)
}

func newUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func isTerminal(r io.Reader) bool {
	f, ok := r.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// talk is one conversation in the terminal.
type talk struct {
	cmd           *cobra.Command
	remote        *app.Remote
	session, user string
	tty           bool
	cart          client.Cart
}

func (t *talk) run(ctx context.Context) error {
	conn, err := t.remote.Dial(ctx, t.session, client.Dial{Channel: "chat"})
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	if t.tty {
		if err := t.greet(ctx, conn); err != nil {
			return err
		}
	}
	lines := bufio.NewScanner(t.cmd.InOrStdin())
	lines.Buffer(nil, 64<<10)
	for t.prompt(); lines.Scan(); t.prompt() {
		text := strings.TrimSpace(lines.Text())
		switch text {
		case "":
			continue
		case "/quit":
			return nil
		case "/cart":
			printCart(t.cmd.OutOrStdout(), t.cart)
			continue
		}
		if strings.HasPrefix(text, "/") { // a misspelt command is nothing to tell the shop
			t.printf("There is no command %s here. /cart shows the cart, /quit ends.\n", strings.Fields(text)[0])
			continue
		}
		if !t.tty {
			t.printf("you   %s\n", text)
		}
		turn := "chat-" + newUUID()
		if err := conn.Say(ctx, client.Turn{User: t.user, Text: text, Turn: turn}); err != nil {
			return err
		}
		if err := t.answer(ctx, conn, turn); err != nil {
			return err
		}
	}
	if t.tty {
		t.printf("\n")
	}
	return lines.Err()
}

func (t *talk) greet(ctx context.Context, conn *client.Conn) error {
	turn := "chat-" + newUUID()
	if err := conn.Greet(ctx, t.user, turn); err != nil {
		return err
	}
	return t.answer(ctx, conn, turn)
}

// answer prints the pieces as they come, and the cart when it has changed. A refused turn is said, and the talk goes on.
func (t *talk) answer(ctx context.Context, conn *client.Conn, turn string) error {
	t.printf("shop  ")
	out := t.lines()
	spoken := false
	for f, err := range conn.Answer(ctx, turn) {
		switch {
		case err != nil && f.Trouble != nil:
			t.printf("[%s]\n", evercart.AsError(err).Message)
			return nil
		case err != nil:
			return errors.Join(errors.New("the connection was lost; what was confirmed is saved"), err)
		case f.Delta != nil && f.Delta.Hold:
			out.say("(" + f.Delta.Text + ")")
		case f.Delta != nil:
			out.say(f.Delta.Text)
			spoken = true
		case f.Reply != nil:
			if !spoken {
				out.say(f.Reply.Reply)
			}
			t.printf("\n")
			t.showCart(f.Reply.Cart)
		}
	}
	return nil
}

// lines breaks what the shop says between words where a person reads it; a pipe gets each answer on one line.
func (t *talk) lines() *lines {
	if t.tty {
		return &lines{out: t.cmd.OutOrStdout(), indent: len("shop  "), width: 80}
	}
	return &lines{out: t.cmd.OutOrStdout()}
}

func (t *talk) showCart(c client.Cart) {
	if c.Version != t.cart.Version {
		printCart(t.cmd.OutOrStdout(), c)
	}
	t.cart = c
}

func (t *talk) prompt() {
	if t.tty {
		t.printf("you   ")
	}
}

func (t *talk) printf(format string, args ...any) {
	_, _ = fmt.Fprintf(t.cmd.OutOrStdout(), format, args...)
}
