// OpenAI's own client against /v1/chat/completions.
import assert from "node:assert/strict";
import test from "node:test";
import OpenAI from "openai";
import { fakeModel } from "./fake-model.mjs";
import { key, server, until } from "./server.mjs";

const client = (url, more = {}) => new OpenAI({ baseURL: url + "/v1", apiKey: key, maxRetries: 0, defaultHeaders: { "X-Call-Id": "c-1" }, ...more });
const user = (content) => ({ role: "user", content });
const hello = { model: "evercart", messages: [user("what is in my cart")] };
const endCall = { type: "function", function: { name: "end_call", description: "Ends the call.", parameters: { type: "object", properties: { reason: { type: "string" } }, required: ["reason"] } } };

test("streams, whole answers, tools, models, errors", async (t) => {
  const { url } = await server(t);
  const ai = client(url);
  const names = [];
  for await (const m of ai.models.list()) names.push(m.id);
  assert.deepEqual(names, ["evercart"]);

  const whole = await ai.chat.completions.create(hello);
  assert.equal(whole.choices[0].finish_reason, "stop");
  assert.match(whole.choices[0].message.content, /cart/i);
  assert.equal(whole.usage.total_tokens, 0); // the offline brain takes none
  const stream = ai.chat.completions.stream({ ...hello, stream_options: { include_usage: true } });
  const final = await stream.finalChatCompletion();
  assert.equal(final.choices[0].message.content, whole.choices[0].message.content); // the same list is the same turn
  assert.equal(final.usage.total_tokens, 0);

  const bye = { model: "x", messages: [user("goodbye")], tools: [endCall] };
  const ended = await ai.chat.completions.stream(bye).finalChatCompletion();
  assert.equal(ended.choices[0].finish_reason, "tool_calls");
  assert.equal(ended.choices[0].message.tool_calls[0].function.name, "end_call");
  assert.deepEqual(JSON.parse(ended.choices[0].message.tool_calls[0].function.arguments), { reason: "The caller said goodbye." });
  const result = { role: "tool", tool_call_id: ended.choices[0].message.tool_calls[0].id, content: "{}" };
  const after = await ai.chat.completions.create({ ...bye, messages: [...bye.messages, ended.choices[0].message, result] });
  assert.equal(after.choices[0].message.content, "");

  const doubled = client(url, { baseURL: url + "/channels/openai/c-2/v1/chat/completions" });
  assert.match((await doubled.chat.completions.create(hello)).choices[0].message.content, /cart/i);
  await assert.rejects(client(url, { apiKey: "another-key-of-somebody" }).chat.completions.create(hello), (e) => e instanceof OpenAI.AuthenticationError && e.code === "invalid_api_key");
  await assert.rejects(ai.chat.completions.create({ ...hello, messages: [] }), (e) => e instanceof OpenAI.BadRequestError && e.type === "invalid_request_error");
  await assert.rejects(client(url, { defaultHeaders: {} }).chat.completions.create(hello), (e) => e instanceof OpenAI.BadRequestError && /X-Call-Id/.test(e.message));
});

test("an aborted answer ends the model's", async (t) => {
  const model = await fakeModel(t,
    { when: { says: "tell me" }, answer: { text: "It is made of wool. And there is much more to say of it.", chunk: 1, hold: "ever", hold_at: 30 } },
    { answer: { text: "Here I am.", usage: { prompt: 900, cached: 800, completion: 12 } } });
  const { url } = await server(t, { ANTHROPIC_BASE_URL: model.base, ANTHROPIC_API_KEY: "sk-test" }, "--brain", "anthropic", "--model", "claude-haiku-5-5");
  const ai = client(url);
  const left = ai.chat.completions.stream({ model: "evercart", messages: [user("tell me about the scarf")] });
  const heard = left.finalChatCompletion().catch((e) => e);
  await model.held("ever");
  left.abort();
  assert.ok((await heard) instanceof OpenAI.APIUserAbortError);
  await until("the model's answer ends", async () => (await model.requests()).some((r) => r.ended === "left"));
  const next = await ai.chat.completions.create({ model: "evercart", messages: [user("tell me about the scarf"), { role: "assistant", content: "It is made of" }, user("are you there")] });
  assert.equal(next.choices[0].message.content, "Here I am.");
  assert.equal(next.usage.prompt_tokens_details.cached_tokens, 800);
  assert.equal(next.usage.completion_tokens, 12);
});
