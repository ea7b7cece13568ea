/**
 * Shows what was recognised, in the words of a home owner.
 *
 * @module
 */

import pico from "picocolors";
import type { Output } from "../../effects.ts";
import { formatSelector } from "../../selector.ts";
import type { Proposal, ProposedSeries } from "../../setup/proposal.ts";
import { ROLE_WORDS, type Sign } from "../../setup/roles.ts";
import { shown, wrap } from "../../text.ts";

const DIRECTIONS: Readonly<Record<Sign, string>> = {
  import_positive: "positive is drawn from the grid",
  export_positive: "positive is fed into the grid",
  charge_positive: "positive is charging",
  discharge_positive: "positive is discharging",
};

/** Longest selector that is shown. A name on a server may be as long as it likes. [characters] */
const LONGEST = 160;

/** A series with its unit and its sign, on one line. */
export function seriesText({ candidate, unit, sign, name }: ProposedSeries): string {
  const parts = [
    shown(formatSelector(candidate.selector), LONGEST),
    `in ${unit === "1" ? "shares of 1" : unit}`,
    ...(sign ? [DIRECTIONS[sign]] : []),
  ];
  return `${name === undefined ? "" : `${name}: `}${parts.join(", ")}`;
}

/** A proposal as lines, with what speaks for it. */
export function proposalText(
  { role, series, certainty, reasons }: Proposal,
  { columns, colours }: Pick<Output, "columns" | "colours">,
): string {
  const { bold, green, yellow, dim } = pico.createColors(colours);
  const indented = (text: string, by: string, paint = (line: string) => line) =>
    wrap(text, Math.max(30, columns) - by.length).map((line) => by + paint(line));
  const mark = certainty === "proved" ? green("✓") : yellow("?");
  return [
    `${mark} ${bold(ROLE_WORDS[role])}`,
    ...series.flatMap((one) => indented(seriesText(one), "    ")),
    ...reasons.flatMap((reason) => indented(`because ${reason}`, "    ", dim)),
  ].map((line) => `${line}\n`).join("");
}
