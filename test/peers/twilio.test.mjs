// Twilio's own helper library against the telephone: what it signs is taken, and our TwiML is what it would write.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createRequire } from "node:module";
import test from "node:test";
import twilio from "twilio";
import { server } from "./server.mjs";

const account = "AC0000000000000000000000000000000a";
const token = "a-token-of-thirty-two-characters";
const shop = "https://shop.example.com";
const attributes = (tag) => Object.fromEntries([...tag.matchAll(/ (\w+)="([^"]*)"/g)].map(([, n, v]) => [n, v.replace(/&#39;/g, "'").replace(/&#34;|&quot;/g, '"').replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&")]));

const form = { AccountSid: account, CallSid: "CA0000000000000000000000000000000a", From: "+15550100001", To: "+15550100002", CallStatus: "ringing", Direction: "inbound", FromCity: "" };
const sign = (address, params = {}) => twilio.getExpectedTwilioSignature(token, address, params);
const post = (url, path, signature) => fetch(url + path, { method: "POST", body: new URLSearchParams(form), headers: { "X-Twilio-Signature": signature } });

// connects says how an upgrade of the socket is answered.
const connects = (url, signature) => new Promise((done, failed) => {
  const headers = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "X-Twilio-Signature": signature };
  const r = request(url + "/channels/twilio/relay", { headers });
  r.on("upgrade", (res, socket) => { socket.destroy(); done(res.statusCode); });
  r.on("response", (res) => { res.resume(); done(res.statusCode); });
  r.on("error", failed);
  r.end();
});

test("signatures, TwiML and the socket", async (t) => {
  const { url } = await server(t, { EVERCART_TWILIO_ACCOUNT: account, TWILIO_AUTH_TOKEN: token, EVERCART_PUBLIC_URL: shop });
  const path = "/channels/twilio/voice";
  for (const wrong of ["", sign(shop + path), sign(shop + path + "/", form), twilio.getExpectedTwilioSignature(token + "x", shop + path, form)]) {
    assert.equal((await post(url, path, wrong)).status, 403);
  }
  const res = await post(url, path, sign(shop + path, form));
  assert.equal(res.status, 200);
  const ours = await res.text();

  // The same by Twilio's own builder, of the attributes that its types know.
  const types = readFileSync(createRequire(import.meta.url).resolve("twilio/lib/twiml/VoiceResponse.d.ts"), "utf8");
  const known = /interface ConversationRelayAttributes \{([^}]*)\}/.exec(types)[1];
  const relay = attributes(/<ConversationRelay[^>]*>/.exec(ours)[0]);
  for (const name of Object.keys(relay)) if (name !== "events") assert.match(known, new RegExp(`\\b${name}\\?:`)); // newer than this library
  const theirs = new twilio.twiml.VoiceResponse();
  const noun = theirs.connect(attributes(/<Connect[^>]*>/.exec(ours)[0])).conversationRelay(relay);
  for (const [tag] of ours.matchAll(/<Parameter[^>]*>/g)) noun.parameter(attributes(tag));
  const plain = (xml) => xml.replace(/\?>\s*/, "?>").replace(/><\/\w+>/g, (end) => (end === "></Parameter>" ? "/>" : end)).replace(/&#39;/g, "'");
  assert.equal(plain(ours), plain(theirs.toString()));

  // The action's address is ours, with a query, and is signed as it is.
  const action = attributes(/<Connect[^>]*>/.exec(ours)[0]).action;
  assert.equal((await post(url, action.slice(shop.length), sign(action, form))).status, 200);
  assert.equal((await post(url, action.slice(shop.length), sign(action.split("?")[0], form))).status, 403);
  assert.equal(await connects(url, sign(relay.url)), 101);
  assert.equal(await connects(url, sign(relay.url.replace("wss", "http"))), 403);
});
