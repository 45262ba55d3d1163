// A server of its own for a test: evercart serve on a new folder, with the sample shop.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const key = "a-key-of-the-voice-platform";

export async function server(t, env = {}, ...args) {
  const bin = process.env.EVERCART_BIN;
  if (!bin) throw new Error("EVERCART_BIN names the binary (make peers sets it)");
  const data = mkdtempSync(join(tmpdir(), "evercart-peer-"));
  const own = { PATH: process.env.PATH, HOME: data, EVERCART_VOICE_KEYS: key, ...env };
  const child = spawn(bin, ["serve", "--addr", "127.0.0.1:0", "--data", data, ...args], { env: own, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (b) => (said += b));
  t.after(async () => {
    const over = new Promise((done) => child.once("exit", done));
    if (child.exitCode === null && child.kill("SIGKILL")) await over;
    rmSync(data, { recursive: true, force: true });
  });
  for (const until = Date.now() + 60_000; Date.now() < until && child.exitCode === null; ) {
    try {
      const { url } = JSON.parse(readFileSync(join(data, "server.json"), "utf8"));
      if ((await fetch(url + "/readyz")).ok) return { url, said: () => said };
    } catch {} // not there yet
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("the server is not ready: " + said);
}

export async function until(what, holds) {
  for (const end = Date.now() + 20_000; !(await holds()); ) {
    if (Date.now() > end) throw new Error(what + ": not within 20 s");
    await new Promise((done) => setTimeout(done, 20));
  }
}
