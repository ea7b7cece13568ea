/**
 * What a monitoring system of the tests watches, and how tests make it fail.
 *
 * @module
 */

import { temporaryDirectory } from "../../../../tests/servers/running_server.ts";
import { SECRET } from "./script.ts";

/** What a plugin may say: quotes and what a shell would run, a path, lines, umlauts. */
export const HOSTILE_OUTPUT =
  `DISK CRITICAL \`id\` $(id) "ä" 'C:\\new'; touch here | '/var x'=97;80;90
C:\\new \\\\server $HOSTNAME$
über 90 %`;

/** A service whose state a test sets. */
export interface Monitored extends AsyncDisposable {
  /** Directory of the monitoring system; goes away in the end. */
  readonly directory: string;
  /** The program that checks: it says what was set. */
  readonly check: string;
  /** File with the webhook's secret. */
  readonly secretFile: string;
  /** Sets the result of the next checks. */
  becomes(exitCode: 0 | 1 | 2 | 3, output: string): Promise<void>;
}

/** A service that is well. */
export async function monitored(program: string): Promise<Monitored> {
  const directory = await temporaryDirectory(program);
  const check = `${directory}/check`;
  const secretFile = `${directory}/secret`;
  const becomes = async (exitCode: number, output: string) => {
    // In one step: a check may run at any time.
    await Deno.writeTextFile(`${directory}/next`, `${exitCode}\n${output}\n`);
    await Deno.rename(`${directory}/next`, `${directory}/state`);
  };
  await Deno.writeTextFile(secretFile, `${SECRET}\n`, { mode: 0o600 });
  await becomes(0, "All is well");
  await Deno.writeTextFile(
    check,
    `#!/bin/sh\nexec < "${directory}/state"\nread -r code\ncat\nexit "$code"\n`,
    { mode: 0o755 },
  );
  return {
    directory,
    check,
    secretFile,
    becomes,
    [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }),
  };
}

/**
 * A snippet of the folder as somebody installs it who changed the URL in it.
 *
 * @param webhook The URL.
 */
export async function installedSnippet(
  file: string,
  { folder, script, webhook, secretFile }: {
    readonly folder: string;
    readonly script: string;
    readonly webhook: URL;
    readonly secretFile: string;
  },
): Promise<string> {
  const snippet = await Deno.readTextFile(`${folder}/${file}`);
  const changes = [
    [/http:\/\/analyzer\.example:8080\/webhook/g, webhook.href],
    [/\/usr\/local\/bin\/notify-host-analyzer/g, script],
    [/\/etc\/\w+\/host-analyzer\.secret/g, secretFile],
  ] as const;
  return changes.reduce((text, [place, value]) => {
    if (!text.match(place)) throw new Error(`${file} does not have ${place} any more`);
    return text.replaceAll(place, value);
  }, snippet);
}
