package test

import (
	"net/http"
	"strings"
	"testing"
)

// known asks the shop's server to vouch for a number, by whose key.
func (s *server) known(t *testing.T, key, path, number string) int {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, s.url+path, strings.NewReader(`{"phone":"`+number+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+key)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	return res.StatusCode
}

// cartOf is the cart of a user's one open session, and a token for it.
func (s *server) cartOf(t *testing.T, user string) (inside, token string) {
	t.Helper()
	var begun struct {
		Token string `json:"token"`
		Cart  cart   `json:"cart"`
	}
	if status := s.call("POST", "/v1/sessions", map[string]string{"user_id": user}, &begun); status/100 != 2 {
		t.Fatalf("%s begins: %d", user, status)
	}
	return begun.Cart.String(), begun.Token
}

// Who calls and who logs in on the web is one shopper with one cart, once the shop's server says whose the number is; nobody else may say so, and
// a number is one user's at a time. Where it is released, the next caller is somebody new.
func TestCallerIsAUser(t *testing.T) {
	t.Parallel()
	const key, number, other = "programs-of-the-shop-1", "+15550100100", "+15550100101"
	s := start(t, withPhone(config{env: []string{"EVERCART_API_KEYS=" + key, "EVERCART_ADMIN_KEYS=operators-of-the-shop-1"}}))
	call := func(from, words string) string {
		t.Helper()
		p, _ := s.ring(t, from)
		defer p.hangUp()
		return p.ask(words)
	}
	claim := func(key, user, number string, want int) {
		t.Helper()
		if status := s.known(t, key, "/v1/users/"+user+"/phones", number); status != want {
			t.Errorf("%s has %s: %d, want %d", user, number, status, want)
		}
	}
	release := func(user string, want int) {
		t.Helper()
		if status := s.known(t, key, "/v1/users/"+user+"/phones/release", number); status != want {
			t.Errorf("%s gives the number up: %d, want %d", user, status, want)
		}
	}
	has := func(user, want string) (token string) {
		t.Helper()
		got, token := s.cartOf(t, user)
		if got != sorted(want) {
			t.Errorf("the cart of %s is %q, want %q", user, got, want)
		}
		return token
	}
	call(number, "add two packs of socks")
	var begun struct {
		SessionID string `json:"session_id"`
	}
	s.call("POST", "/v1/sessions", map[string]any{"user_id": "u-ada", "cart": []map[string]any{{"sku": "CND-CAF", "quantity": 1}}}, &begun)
	claim(has("u-ada", "CND-CAF 1"), "u-ada", number, 403)
	claim("no-key-of-this-shop", "u-ada", number, 401)
	claim(key, "u-ada", "555-0100", 400)
	has("u-ada", "CND-CAF 1")
	claim(key, "u-ada", number, 204)
	claim(key, "u-ada", number, 204)
	has("u-ada", "CND-CAF 1, SOC-3PK 2")
	claim(key, "u-bob", number, 409)
	has("u-bob", "")
	has("u-ada", "CND-CAF 1, SOC-3PK 2")
	if said := call(number, "add a mug"); !strings.Contains(strings.ToLower(said), "mug") {
		t.Errorf("the caller hears %q", said)
	}
	has("u-ada", "CND-CAF 1, MUG-SS 1, SOC-3PK 2")

	// A user who never was here gets the cart of the calls as it is.
	call(other, "add a scarf")
	claim(key, "u-eve", other, 204)
	has("u-eve", "SCF-RED 1")

	release("u-bob", 404)
	release("u-ada", 204)
	release("u-ada", 404)
	call(number, "add one candle")
	has("u-ada", "CND-CAF 1, MUG-SS 1, SOC-3PK 2")
	claim(key, "u-bob", number, 204)
	has("u-bob", "CND-CAF 1")
	has("u-ada", "CND-CAF 1, MUG-SS 1, SOC-3PK 2")
	if status := s.call("DELETE", "/v1/users/u-ada", nil, nil); status != 200 {
		t.Errorf("erasure: %d", status)
	}
	has("u-ada", "")
	has("u-bob", "CND-CAF 1")
}
