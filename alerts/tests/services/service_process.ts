/**
 * The analyzer as a process, with the lines of its log.
 *
 * @module
 */

import { ROOT } from "../task.ts";
import { TextLineStream } from "./text_lines.ts";

/** A line of its log. */
export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A process of an analyzer. Leaving its scope kills it. */
export interface SpawnedService extends AsyncDisposable {
  /** Where it answers, once it says that it is ready. */
  readonly ready: Promise<URL>;
  /** Its process id. */
  readonly pid: number;
  /** Its log so far. */
  readonly log: readonly LogLine[];
  /** What it wrote to its standard error so far. */
  readonly errors: () => string;
  /** Sends a signal, if it still runs. */
  signal(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): void;
  /** Its end. */
  readonly ended: Promise<Deno.CommandStatus>;
  /** Sends a signal and waits for the end. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<Deno.CommandStatus>;
}

/** A running analyzer. Leaving its scope kills it. */
export interface ServiceProcess extends SpawnedService {
  /** Where it answers. */
  readonly url: URL;
}

/** What the service is started with, unless a test says otherwise. */
export const SECRET = "webhook-s3cret";

/** Starts the service and waits until it says that it is ready. */
export async function startService(
  command: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const service = spawnService(command, env);
  return { ...service, url: await service.ready };
}

/** Starts the service, and does not wait. */
export function spawnService(
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
): SpawnedService {
  const child = new Deno.Command(program, {
    args,
    env: {
      WEBHOOK_SECRET: SECRET,
      API_KEY: "model-key",
      PORT: "0",
      BIND_ADDRESS: "127.0.0.1",
      PROMETHEUS_URL: "http://127.0.0.1:1",
      ...env,
    },
    clearEnv: true,
    cwd: ROOT,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const log: LogLine[] = [];
  let errors = "";
  const ready = Promise.withResolvers<URL>();
  const reading = Promise.all([
    (async () => {
      for await (const line of child.stdout.pipeThrough(new TextLineStream())) {
        const entry: LogLine = JSON.parse(line);
        log.push(entry);
        if (entry.properties["event"] === "ready") {
          ready.resolve(new URL(entry.properties["url"] as string));
        }
      }
      ready.reject(new Error(`It ended before it was ready: ${errors}`));
    })(),
    (async () => {
      for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) errors += text;
    })(),
  ]);
  ready.promise.catch(() => {});
  let hasEnded = false;
  const status = child.status.finally(() => hasEnded = true);
  const ended = reading.catch(() => {}).then(() => status);
  const signal = (name: Deno.Signal) => {
    if (!hasEnded) child.kill(name);
  };
  const end = (name: Deno.Signal) => {
    signal(name);
    return ended;
  };
  return {
    ready: ready.promise,
    pid: child.pid,
    log,
    errors: () => errors,
    signal,
    ended,
    end,
    [Symbol.asyncDispose]: async () => void await end("SIGKILL"),
  };
}
