package openai_test

import (
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/braintest"
	"github.com/evercart/evercart/openai"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const idle = 400 * time.Millisecond

func TestConformance(t *testing.T) {
	t.Parallel()
	braintest.Run(t, braintest.Features{Idle: idle, Budget: 32_000}, func(baseURL string) (evercart.Brain, error) {
		return openai.New(openai.Config{BaseURL: baseURL, APIKey: "sk-example", Model: "scripted", Idle: idle, Budget: 8_000})
	})
}
