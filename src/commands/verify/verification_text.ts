import pico from "picocolors";
import type { Verification } from "../../verify/compare.ts";
import { comparisonTable, type ComparisonTableOptions, shownReasons } from "./comparison_table.ts";
import { type Reason, REASONS } from "../../verify/retrace.ts";

/**
 * All comparisons for a terminal, and what the reasons in them mean.
 *
 * @returns Text that ends with a line break.
 */
export function verificationText(
  verification: Verification,
  options: ComparisonTableOptions = {},
): string {
  const { dim } = pico.createColors(options.colours ?? false);
  const { comparisons, zone, source, dialect } = verification;
  const lines: [string, string][] = [
    ["Source", source],
    ...(dialect === null ? [] : [["Server", `computes as ${dialect}`] as [string, string]]),
    ["Zone", zone],
  ];
  const reasons = Object.keys(REASONS) as Reason[];
  const shown = reasons.filter((one) =>
    comparisons.some(({ rows }) => shownReasons(rows).includes(one))
  );
  shown.forEach((reason, index) => {
    const { title, meaning } = REASONS[reason];
    lines.push([index === 0 ? "Reasons" : "", `${title.padEnd(12)}${meaning}`]);
  });
  const tables = comparisons.map((one) => comparisonTable(one, options));
  const foot = lines.map(([label, text]) => dim(label.padEnd(9)) + text);
  return [...tables, `${foot.join("\n")}\n`].join("\n");
}
