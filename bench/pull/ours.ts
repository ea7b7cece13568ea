/**
 * Samples from a server to a frame, as a notebook gets them with Wattbook. As a program of its own:
 * `ours.ts ADDRESS HOURS`.
 *
 * @module
 */

import type { Client } from "../../src/client/client.ts";
import { connect, type ConnectOptions } from "../../src/client/connect.ts";
import { toFrame } from "../../src/frames/frame.ts";
import { END } from "../month.ts";

/** Connects to a server that anyone may ask. */
export function open(url: URL, options?: ConnectOptions): Promise<Client> {
  return connect({ route: { kind: "direct", url } }, options);
}

/** Pulls the last hours of the month; returns the number of rows. */
export async function pull(client: Client, hours: number): Promise<number> {
  const range = { start: END - hours * 3_600_000, end: END };
  const { columns } = await client.samples("power_w", range);
  return toFrame(columns).height;
}

if (import.meta.main) {
  await using client = await open(new URL(Deno.args[0]!));
  console.log(await pull(client, Number(Deno.args[1])));
}
