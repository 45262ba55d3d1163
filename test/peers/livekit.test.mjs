// LiveKit's agents framework, by its OpenAI plugin, against the base URL of one room.
import assert from "node:assert/strict";
import test from "node:test";
import { initializeLogger, llm } from "@livekit/agents";
import { LLM } from "@livekit/agents-plugin-openai";
import { fakeModel } from "./fake-model.mjs";
import { key, server, until } from "./server.mjs";

initializeLogger({ pretty: false, level: "silent" });

async function hear(stream) {
  let text = "", usage, calls = [];
  for await (const chunk of stream) {
    text += chunk.delta?.content ?? "";
    calls = calls.concat(chunk.delta?.toolCalls ?? []);
    usage = chunk.usage ?? usage;
  }
  return { text, usage, calls };
}

const room = (url, name) => new LLM({ baseURL: `${url}/channels/openai/${name}/v1`, apiKey: key, model: "evercart" });

test("a conversation of a room", async (t) => {
  const { url } = await server(t);
  const agent = room(url, "room-1");
  const chatCtx = llm.ChatContext.empty();
  chatCtx.addMessage({ role: "system", content: "You are a shop." });
  const greeted = await hear(agent.chat({ chatCtx }));
  assert.match(greeted.text, /hello|welcome|hi/i);
  assert.ok(greeted.usage);
  chatCtx.addMessage({ role: "assistant", content: greeted.text });
  chatCtx.addMessage({ role: "user", content: "what is in my cart" });
  assert.match((await hear(agent.chat({ chatCtx }))).text, /cart/i);
  chatCtx.addMessage({ role: "user", content: "goodbye" });
  const end_call = llm.tool({ name: "end_call", description: "Ends the call.", parameters: { type: "object", properties: {}, additionalProperties: false }, execute: async () => "" });
  const bye = await hear(agent.chat({ chatCtx, toolCtx: new llm.ToolContext([end_call]) }));
  assert.deepEqual(bye.calls.map((c) => c.name), ["end_call"]);
});

test("a stream that is closed ends the model's answer", async (t) => {
  const model = await fakeModel(t, { answer: { text: "It is made of wool. And there is much more to say of it.", chunk: 1, hold: "ever", hold_at: 30 } });
  const { url } = await server(t, { ANTHROPIC_BASE_URL: model.base, ANTHROPIC_API_KEY: "sk-test" }, "--brain", "anthropic", "--model", "claude-haiku-5-5");
  const chatCtx = llm.ChatContext.empty();
  chatCtx.addMessage({ role: "user", content: "tell me about the scarf" });
  const stream = room(url, "room-2").chat({ chatCtx });
  const heard = hear(stream);
  await model.held("ever");
  stream.close();
  await heard;
  await until("the model's answer ends", async () => (await model.requests()).some((r) => r.ended === "left"));
});
