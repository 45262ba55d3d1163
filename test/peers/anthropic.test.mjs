// The vendor's own client against the scripted model, in Anthropic's dialect: what it takes from the vendor it takes from us.
import assert from "node:assert/strict";
import test from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import { fakeModel } from "./fake-model.mjs";

const tools = [{ name: "add_to_cart", description: "Adds goods.", input_schema: { type: "object", properties: { sku: { type: "string" } }, required: ["sku"] } }];
const ask = { model: "claude-haiku-5-5", max_tokens: 300, tools };
const hello = [{ role: "user", content: "add the scarf" }];

const client = (model) => new Anthropic({ baseURL: model.base, apiKey: "sk-test", maxRetries: 0 });

test("a loop of calls, streamed, with thinking", async (t) => {
  const model = await fakeModel(t,
    { when: { step: 0 }, answer: { thinks: "A scarf, 👩‍👩‍👧.", text: "One moment. ", calls: [{ tool: "add_to_cart", args: { sku: "SCF-RED" } }, { tool: "add_to_cart", args: { sku: "SCF-BLU" } }], usage: { prompt: 900, cached: 800, completion: 12 } } },
    { answer: { text: "The scarf is in your cart.", chunk: 3 } });
  const stream = client(model).messages.stream({ ...ask, messages: hello });
  let text = "";
  stream.on("text", (piece) => (text += piece));
  const first = await stream.finalMessage();
  assert.equal(first.stop_reason, "tool_use");
  assert.equal(text, "One moment. ");
  assert.deepEqual(first.content.map((b) => b.type), ["thinking", "text", "tool_use", "tool_use"]);
  assert.equal(first.content[0].thinking, "A scarf, 👩‍👩‍👧.");
  assert.deepEqual(first.content[2].input, { sku: "SCF-RED" });
  assert.equal(first.usage.cache_read_input_tokens, 800);
  assert.equal(first.usage.input_tokens, 100);
  assert.equal(first.usage.output_tokens, 12);
  const results = first.content.filter((b) => b.type === "tool_use").map((b) => ({ type: "tool_result", tool_use_id: b.id, content: "{}" }));
  const second = await client(model).messages.stream({ ...ask, messages: [...hello, { role: "assistant", content: first.content }, { role: "user", content: results }] }).finalMessage();
  assert.equal(second.stop_reason, "end_turn");
  assert.equal(second.content[0].text, "The scarf is in your cart.");
});

test("without streaming", async (t) => {
  const model = await fakeModel(t, { answer: { text: "Hello.", calls: [{ tool: "add_to_cart", args: { sku: "A" } }] } });
  const m = await client(model).messages.create({ ...ask, messages: hello });
  assert.deepEqual(m.content.map((b) => b.type), ["text", "tool_use"]);
  assert.deepEqual(m.content[1].input, { sku: "A" });
});

test("errors are the vendor's", async (t) => {
  const model = await fakeModel(t,
    { when: { says: "busy" }, answer: { status: 529 } },
    { when: { says: "fast" }, answer: { status: 429, retry_after: "2" } },
    { when: { says: "middle" }, answer: { text: "One", error: { type: "overloaded_error", message: "Overloaded" } } });
  const says = (words) => client(model).messages.stream({ ...ask, messages: [{ role: "user", content: words }] }).finalMessage();
  await assert.rejects(says("busy"), (e) => e instanceof Anthropic.InternalServerError && e.status === 529);
  await assert.rejects(says("fast"), (e) => e instanceof Anthropic.RateLimitError && e.headers.get("retry-after") === "2");
  await assert.rejects(says("middle"), (e) => e instanceof Anthropic.APIError && /overloaded/i.test(JSON.stringify(e.error ?? e.message)));
  await assert.rejects(client(model).messages.create({ ...ask, messages: [{ role: "assistant", content: "x" }] }), (e) => e instanceof Anthropic.BadRequestError);
  await assert.rejects(client(model).messages.create({ ...ask, messages: [{ role: "user", content: "nobody answers" }] }), (e) => e instanceof Anthropic.BadRequestError);
});

test("an aborted answer ends the request", async (t) => {
  const model = await fakeModel(t, { answer: { text: "Hello there.", chunk: 1, hold: "ever", hold_at: 4 } });
  const stream = client(model).messages.stream({ ...ask, messages: hello });
  const ended = assert.rejects(stream.finalMessage(), (e) => e instanceof Anthropic.APIUserAbortError);
  await model.held("ever");
  stream.abort();
  await ended;
  for (const until = Date.now() + 10_000; (await model.requests())[0].ended !== "left"; ) {
    assert.ok(Date.now() < until, "the request still runs");
    await new Promise((done) => setTimeout(done, 20));
  }
});

test("models are listed, and found by name", async (t) => {
  const model = await fakeModel(t, { settings: { models: ["small", "large"] } }, { answer: { text: "Hello." } });
  const names = [];
  for await (const m of client(model).models.list()) names.push(m.id);
  assert.deepEqual(names, ["small", "large"]);
  assert.equal((await client(model).models.retrieve("large")).id, "large");
  await assert.rejects(client(model).models.retrieve("huge"), (e) => e instanceof Anthropic.NotFoundError);
});
