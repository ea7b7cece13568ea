import pico from "picocolors";
import { openHousehold } from "../../house/open_household.ts";
import type { BillCheck } from "../../money/check_bill.ts";
import { alignedTable } from "../../terminal/aligned_table.ts";
import type { Effects } from "../../terminal/command.ts";
import { progressLine } from "../../terminal/progress.ts";
import { fixed } from "../../text.ts";
import type { BillOptions } from "./options.ts";

/** Checks a bill and prints the verdict. */
export async function runBill(options: BillOptions, effects: Effects): Promise<void> {
  const { file, zone, source, household, json } = options;
  const { stdout, stderr, now, settings, signal } = effects;
  await using home = await openHousehold(
    { ...source, household, zone, signal },
    { settings, now, asFlags: true, warn: () => {} },
  );
  await using progress = progressLine(stderr, { now, silent: false });
  const { onProgress } = progress;
  const check = await home.checkBill({ bill: file, signal, onProgress });
  await stdout.write(json ? `${JSON.stringify(check, null, 2)}\n` : billText(check, stdout));
}

/** A checked bill for a terminal. */
function billText(check: BillCheck, { colours }: { readonly colours: boolean }): string {
  const { bold } = pico.createColors(colours), { allowed_kwh, own_kwh, currency } = check;
  const kwh = (value: number) => `${value.toFixed(1)} kWh`;
  const columns = [{ width: 32, align: "left" as const }, { width: 12 }, { width: 12 }, {
    width: 10,
  }];
  return [
    bold(`Verdict: ${check.verdict}`),
    ...check.because,
    "",
    `Billed ${kwh(check.billed_kwh)}` +
    (own_kwh === null || !allowed_kwh
      ? ""
      : `; own register ${kwh(own_kwh)}, allowed ${kwh(allowed_kwh.low)} to ` +
        `${kwh(allowed_kwh.high)}; difference ${kwh(check.difference_kwh!)}`),
    "",
    alignedTable(columns, [
      [`with VAT [${currency}]`, "billed", "tariff", "cents"],
      ...check.lines.map(({ text, billed, expected, cents }) => [
        text,
        billed.toFixed(2),
        expected === null ? "unknown" : expected.toFixed(2),
        cents === null ? "" : fixed(cents, 1),
      ]),
      ["sum of the lines", check.lines_total.toFixed(2), "", ""],
      ["sum of the bill", check.total.toFixed(2), "", ""],
    ]),
    "",
  ].join("\n");
}
