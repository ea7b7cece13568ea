/**
 * The ways in which raw samples may come, as a person chooses them and is told.
 *
 * @module
 */

import type { Wire } from "./client.ts";

/** How raw samples are to come; `auto` is by remote read if the server speaks it, else as JSON. */
export type WireChoice = "auto" | "json" | "chunks";

/** All choices. */
export const WIRE_CHOICES: readonly WireChoice[] = ["auto", "json", "chunks"];

const WIRES: Readonly<Record<Wire, string>> = {
  json: "raw samples as JSON",
  chunks: "raw samples by remote read",
  samples: "raw samples by remote read, not in chunks",
};

/** How samples came, for people. */
export function describeWire(wire: Wire): string {
  return WIRES[wire];
}
