/**
 * The MCP server as an assistant meets it: started, asked for the first time, asked again.
 *
 * @module
 */

import { type Report, toRow } from "./benchmark.ts";
import { denoTask } from "./deno_command.ts";
import { interleave } from "./interleave.ts";

/** A server at the other end of a pipe. */
function start() {
  const [command, ...args] = denoTask("mcp", "--source", "demo");
  const child = new Deno.Command(command!, { args, ...PIPES }).spawn();
  const writer = child.stdin.getWriter();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "", id = 0;
  return {
    /** Asks, and waits for the whole answer. */
    async ask(method: string, params: object): Promise<void> {
      const message = JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params });
      await writer.write(new TextEncoder().encode(`${message}\n`));
      while (!rest.includes("\n")) {
        const { value, done } = await reader.read();
        if (done) throw new Error("The MCP server ended");
        rest += value;
      }
      const [line] = rest.split("\n", 1);
      rest = rest.slice(line!.length + 1);
      const { error, result } = JSON.parse(line!);
      if (error || result.isError) throw new Error(line);
    },
    async end(): Promise<void> {
      await writer.close();
      await reader.read();
      await child.status;
    },
  };
}

const PIPES = { stdin: "piped", stdout: "piped", stderr: "null" } as const;
const HELLO = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1" },
};
const totals = (period: string) => ({ name: "energy_totals", arguments: { period } });

/** From the start of the launcher: ready, the first answer, and the time of later ones. [ms] */
async function session() {
  const begin = performance.now(), server = start();
  await server.ask("initialize", HELLO);
  const ready = performance.now() - begin;
  const timed = async (call: object) => {
    const before = performance.now();
    await server.ask("tools/call", call);
    return performance.now() - before;
  };
  const first = await timed(totals("2025-06"));
  // Reading ahead is over.
  await timed(totals("2025"));
  const month = await timed(totals("2025-03")), year = await timed(totals("2025"));
  const compared = await timed({
    name: "compare_periods",
    arguments: { period: "2025-07", with_period: "2025-06" },
  });
  await server.end();
  return { ready, first, month, year, compared };
}

/** Measures the server on the demo year. */
export async function mcp(): Promise<Report> {
  const { session: all } = await interleave({ session }, { rounds: 7, repeats: 1 });
  const row = (name: keyof typeof all[number], contender: string) =>
    toRow(contender, all.map((one) => one[name]));
  const ready = row("ready", "ready for questions"), first = row("first", "first question: June");
  const later = [
    row("month", "March"),
    row("year", "the year"),
    row("compared", "July against June"),
  ];
  return {
    title: "mcp: an assistant asks the demo household",
    comparisons: [
      { caption: "new process", unit: "ms", rows: [ready, first] },
      { caption: "later questions", unit: "ms", rows: later },
    ],
    goals: [
      { claim: "ready", measured: ready.min / 1000, bound: { atMost: 0.5 }, unit: "s" },
      { claim: "the first answer", measured: first.min / 1000, bound: { atMost: 1 }, unit: "s" },
      {
        claim: "later answers",
        measured: Math.max(...later.map(({ min }) => min)) / 1000,
        bound: { atMost: 0.3 },
        unit: "s",
      },
    ],
  };
}
