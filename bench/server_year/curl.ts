/**
 * The floor: curl makes the same requests, as many at a time, and throws the answers away.
 *
 * @module
 */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Asked } from "./record_requests.ts";

/** Writes curl's orders, and gives the command that carries them out. */
export async function curlCommand(
  dir: string,
  server: URL,
  asked: readonly Asked[],
  concurrency: number,
): Promise<string[]> {
  const orders = asked.map(({ path, body }) =>
    [
      `url = ${JSON.stringify(new URL(path, server).href)}`,
      `data = ${JSON.stringify(body)}`,
      'output = "/dev/null"',
      "silent",
      "fail",
    ].join("\n")
  );
  const file = join(dir, "orders");
  await writeFile(file, orders.join("\nnext\n"));
  const several = ["--parallel", "--parallel-immediate", "--parallel-max", String(concurrency)];
  return ["curl", ...several, "--fail-early", "--config", file];
}
