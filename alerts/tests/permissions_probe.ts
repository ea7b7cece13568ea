/**
 * A process that runs an analyzer which does nothing, tells which permissions it has left, and asks
 * itself to end. The argument says whether it keeps reading.
 *
 * @module
 */

import { runService } from "../src/run_service.ts";

async function tell(): Promise<void> {
  const state = async (name: "read" | "write") => (await Deno.permissions.query({ name })).state;
  const left = { read: await state("read"), write: await state("write") };
  console.log(JSON.stringify(left));
  Deno.kill(Deno.pid, "SIGTERM");
}

await runService(() => ({
  logLevel: "info",
  keepsReading: Deno.args[0] === "keeps-reading",
  shortcomings: [{ event: "probe", message: "It does nothing" }],
  start: () =>
    Promise.resolve({
      url: new URL("http://127.0.0.1:1/"),
      // What is said of it is said when all is ready.
      get isDurable() {
        setTimeout(tell);
        return true;
      },
      stop: () => Promise.resolve(),
    }),
}));
