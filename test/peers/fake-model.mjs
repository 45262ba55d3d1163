// A scripted model server of its own for a test: evercart fake-model, with a script.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export async function fakeModel(t, ...rules) {
  const bin = process.env.EVERCART_BIN;
  if (!bin) throw new Error("EVERCART_BIN names the binary (make peers sets it)");
  const child = spawn(bin, ["fake-model", "--script", "-", "--addr", "127.0.0.1:0"], { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => child.kill());
  child.stdin.end(rules.map((r) => JSON.stringify(r)).join("\n"));
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /ANTHROPIC_BASE_URL=(\S+)/.exec(line);
    if (found) {
      const base = found[1];
      return {
        base,
        requests: async () => (await fetch(base + "/control/requests")).json(),
        held: (name) => fetch(`${base}/control/held?n=1&hold=${name}`),
      };
    }
  }
  throw new Error("the fake model gave no address");
}
