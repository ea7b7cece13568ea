/**
 * One server under one load, each in a process of its own.
 *
 * @module
 */

import { TextLineStream } from "../../tests/services/text_lines.ts";
import { denoRun } from "../../../bench/deno_command.ts";
import type { Answers, Load } from "./send.ts";
import { within } from "./within.ts";

/** How a server did. */
export interface LoadRun extends Answers {
  /** Memory of the server that was resident, each second. [MB] */
  readonly memory: readonly number[];
  /** Time of all processors that the server took for one webhook. [ms] */
  readonly cpu: number;
}

/** Seconds of the load that do not count: code is compiled, connections are opened. */
const WARM_UP = 3;
/** How long a server may take to listen. [ms] */
const STARTING = 30_000;
/** How long its sender may take beyond the time of the load. [ms] */
const SENDING = 60_000;

/**
 * Starts a server, puts it under a load, and stops it.
 *
 * @param server File of the server in this folder, and its arguments. It says where it listens as the analyzer does.
 * @param env Its environment.
 * @param beside What else happens to the server from before the load until its end. @default nothing
 */
export async function loadRun(
  [program, ...rest]: readonly [string, ...string[]],
  load: Omit<Load, "url" | "secret" | "first">,
  env: Readonly<Record<string, string>>,
  beside: (server: URL) => Promise<AsyncDisposable> = () =>
    Promise.resolve(new AsyncDisposableStack()),
): Promise<LoadRun> {
  const [deno, ...args] = denoRun(new URL(program, import.meta.url).href, ...rest) as [
    string,
    ...string[],
  ];
  const child = new Deno.Command(deno, { args, env, stdin: "null", stdout: "piped" }).spawn();
  const ready = Promise.withResolvers<URL>();
  const reading = (async () => {
    for await (const line of child.stdout.pipeThrough(new TextLineStream())) {
      const { event, url } = JSON.parse(line).properties;
      if (event === "ready") ready.resolve(new URL("/webhook", url));
    }
    ready.reject(new Error(`${program} ended`));
  })();
  try {
    const listening = within(STARTING, ready.promise, `${program} did not log "ready"`);
    const url = (await listening).href, secret = env["WEBHOOK_SECRET"] ?? "";
    await send({ ...load, url, secret, seconds: WARM_UP, first: 0 });
    await using _ = await beside(new URL(url));
    const memory: number[] = [];
    const before = await processorTime(child.pid);
    const timer = setInterval(() => {
      memory.push(residentMemory(child.pid));
    }, 1000);
    const answers = await send({
      ...load,
      url,
      secret,
      first: load.alerts === undefined ? load.rate * WARM_UP : 0,
    });
    clearInterval(timer);
    const cpu = await processorTime(child.pid) - before;
    return { ...answers, memory, cpu: cpu / answers.latencies.length };
  } finally {
    child.kill("SIGKILL");
    await Promise.all([reading.catch(() => {}), child.status]);
  }
}

async function send(load: Load): Promise<Answers> {
  const [deno, ...args] = denoRun(
    new URL("send.ts", import.meta.url).href,
    JSON.stringify(load),
  ) as [
    string,
    ...string[],
  ];
  const signal = AbortSignal.timeout(load.seconds * 1000 + SENDING);
  const { success, stdout } = await new Deno.Command(deno, { args, stdin: "null", signal })
    .output();
  if (!success) throw new Error("The sender failed, or its webhooks got no answer in time");
  return JSON.parse(new TextDecoder().decode(stdout));
}

function residentMemory(pid: number): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) * 1024 / 1e6;
}

/** Of all threads, user and system. [ms] */
async function processorTime(pid: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
  // The name of the program, in brackets, may hold spaces; a tick is 10 ms on Linux.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
