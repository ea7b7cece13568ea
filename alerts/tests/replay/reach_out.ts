/**
 * Tries to reach addresses in every way that there is, and prints what came of each as JSON. The tests
 * run it with the permissions of a task.
 *
 * @module
 */

import { lookup } from "node:dns/promises";
import { connect } from "node:net";
import { request } from "undici";

const ways: Record<string, (url: URL) => Promise<unknown>> = {
  fetch: async (url) => await (await fetch(url)).text(),
  undici: async (url) => await (await request(url)).body.text(),
  "Deno.connect": async ({ hostname, port }) => {
    (await Deno.connect({ hostname, port: Number(port) })).close();
  },
  "node:net": ({ hostname, port }) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        socket.destroy();
        resolve();
      }).on("error", reject);
    }),
  WebSocket: ({ host }) =>
    new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(`ws://${host}/`);
      socket.onopen = () => resolve();
      socket.onerror = (event) => reject(new Error((event as ErrorEvent).message));
    }),
  "Deno.listen": ({ hostname }) => Promise.resolve(Deno.listen({ hostname, port: 0 }).close()),
  subprocess: async (url) =>
    await new Deno.Command("curl", { args: ["--silent", url.href] }).output(),
  "subprocess of Deno": async (url) => {
    const args = ["eval", `await fetch("${url.href}")`];
    const { success } = await new Deno.Command(Deno.execPath(), { args }).output();
    if (!success) throw new Error("it failed");
  },
  lookup: async () => await lookup("llm.example"),
};

const found: Record<string, Record<string, string>> = {};
for (const address of Deno.args) {
  const results: Record<string, string> = found[address] = {};
  for (const [way, reach] of Object.entries(ways)) {
    try {
      await reach(new URL(address));
      results[way] = "reached";
    } catch (error) {
      const { name, message } = error as Error;
      results[way] = /NotCapable|Requires \w+ access|EPERM/.test(`${name} ${message}`)
        ? "refused"
        : `${name}: ${message}`;
    }
  }
}
console.log(JSON.stringify(found));
Deno.exit();
