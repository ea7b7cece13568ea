/**
 * The notification script, run as a monitoring system runs it: an environment and nothing else.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { type ReceivedRequest, type StandIn, standIn } from "../../../src/demo/stand_in.ts";
import { installed } from "../../../../tests/servers/running_server.ts";
import { until } from "../until.ts";

/** The folder that is copied onto a monitoring server. */
export const FOLDER = fileURLToPath(
  new URL("../../../deploy/notification-script", import.meta.url),
);

/** The script. */
export const SCRIPT = `${FOLDER}/notify-host-analyzer`;

/** Whether there is what the script needs. */
export const HAS_PYTHON = await installed("python3");

/** What the webhook wants to see. */
export const SECRET = "webhook-s3cret-0f6a";

/** Where a daemon of the system finds programs. */
export const PATH = "/usr/bin:/bin";

/** How a run is called. */
export interface Call {
  /** Its whole environment, besides the PATH. */
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments. */
  readonly args?: readonly string[];
  /** What is on its standard input. */
  readonly stdin?: string;
  /** What is run. @default the script */
  readonly program?: string;
}

/** How a run ended. */
export interface Ended {
  readonly code: number;
  /** Both outputs, as Checkmk logs them. */
  readonly output: string;
}

/** Runs the script and waits for its end. */
export async function notify(
  { env = {}, args = [], stdin = "", program = SCRIPT }: Call,
): Promise<Ended> {
  const child = new Deno.Command(program, {
    args: [...args],
    env: { PATH, ...env },
    clearEnv: true,
    cwd: "/",
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  // A script that complains at once does not read what it is given.
  await writer.write(new TextEncoder().encode(stdin)).then(() => writer.close()).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  return { code, output: text.decode(stdout) + text.decode(stderr) };
}

/** The two parameters of a notification rule, as Checkmk passes them. */
export function parameters(url: URL | string, secret = SECRET): Record<string, string> {
  return {
    NOTIFY_PARAMETERS: `${url} ${secret}`,
    NOTIFY_PARAMETER_1: String(url),
    NOTIFY_PARAMETER_2: secret,
  };
}

/** The environment of a notification of Checkmk. */
export function variables(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`NOTIFY_${name}`, value]),
  );
}

/** A server in the place of the analyzer. Its answers come one by one, the last one for ever. */
export function startWebhook(...statuses: number[]): StandIn {
  const answers = statuses.length === 0 ? [200] : statuses;
  let count = 0;
  return standIn(() => {
    const status = answers[Math.min(count++, answers.length - 1)]!;
    const hasBody = status !== 204 && status !== 304;
    return new Response(hasBody ? `{"accepted":1}` : null, { status });
  });
}

/** The body of a request to the webhook. */
export interface Payload {
  readonly version: number;
  readonly source: string;
  readonly notifications: readonly Readonly<Record<string, string>>[];
}

/** What a request said. */
export function payload(request: ReceivedRequest): Payload {
  return JSON.parse(request.body);
}

/** Waits for a request, counted from 1, that tells of one notification. */
export async function arrival(
  webhook: StandIn,
  count: number,
): Promise<{ readonly source: string } & Readonly<Record<string, string>>> {
  await until(`notification ${count}`, () => webhook.requests.length >= count);
  const { source, notifications } = payload(webhook.requests[count - 1]!);
  if (notifications.length !== 1) throw new Error(`${notifications.length} notifications came`);
  return { source, ...notifications[0] };
}
