import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CaseRedactor, namesOf, redactFinding } from "../../src/case_redactor.ts";
import { newCaseRedactor } from "../../src/case_redactor.ts";
import type { Finding } from "../../src/context/context_item.ts";
import type { Incident } from "../../src/incident.ts";
import { placeholderPattern } from "../../src/redact/placeholder.ts";
import { Redactor } from "../../src/redact/redactor.ts";
import { POSITIVES } from "./positives.ts";
import { NEGATIVES } from "./negatives.ts";

const restrict = (text: string, names: readonly string[] = []) =>
  new Redactor().restrict(text, new Set(names)).text;

describe("Redactor.restrict()", () => {
  test.each([
    ["connection to 10.0.0.5:5432 refused", "connection to 10.0.0.5:5432 refused"],
    [
      "2026-11-22T10:11:12.345Z ERROR timed out after 30s",
      "2026-11-22T10:11:12.345Z ERROR timed out after 30s",
    ],
    [
      "java.net.ConnectException: Connection refused",
      "java.net.ConnectException: Connection refused",
    ],
    [
      "cannot open /var/lib/shop/data: No such file",
      "cannot open /var/lib/shop/data: No such file",
    ],
    ["I read sunshine7", "I read [WORD#1]"],
    ["ada/sunshine", "[WORD#1]/[WORD#2]"],
    ["login of ada, login of ada", "login of [WORD#1], login of [WORD#1]"],
    ["got hunter!2024 here", "got [WORD#1] here"],
    ["4bf92f3577b34da6a3ce929d0e0e4736", "[WORD#1]"],
    ["password=hunter2", "password=[PASSWORD#1]"],
  ])("makes of %j %j", (text, expected) => expect(restrict(text)).toBe(expected));

  test("keeps the names that the alert has", () => {
    expect(restrict("ledger-0 in payments failed", ["ledger-0", "payments"]))
      .toBe("ledger-0 in payments failed");
  });

  test("lets no word through that it does not know, and is idempotent", () => {
    const lines = [...POSITIVES.map((text) => text.replaceAll(/[«»]/g, "")), ...NEGATIVES];
    const text = fc.array(fc.oneof(fc.constantFrom(...lines), fc.string()), { maxLength: 4 })
      .map((parts) => parts.join("\n"));
    fc.assert(
      fc.property(text, fc.stringMatching(/^[qxzj]{4,8}[0-9]{0,3}$/), (log, secret) => {
        const redactor = new Redactor();
        const once = redactor.restrict(`${log} ${secret}`).text;
        expect(once.replaceAll(placeholderPattern(), "")).not.toContain(secret);
        expect(redactor.restrict(once).text).toBe(once);
      }),
      { numRuns: 500 },
    );
  });
});

describe("REDACT=strict on the demo's cases, which are synthetic", async () => {
  const read = async (name: string) =>
    (await Deno.readTextFile(new URL(`../../data/replay/${name}.jsonl`, import.meta.url)))
      .trim().split("\n").map((line) => JSON.parse(line));
  const cases = await read("cases") as { incident: Incident; context: Finding[] }[];
  const labels = await read("labels") as { cause?: string[][] }[];
  const texts = (redactor: CaseRedactor, kinds?: readonly string[]) =>
    cases.map(({ incident, context }) =>
      JSON.stringify(
        context.filter(({ kind }) => kinds?.includes(kind) ?? true)
          .map((item) => redactFinding(item, redactor, namesOf(incident))),
      )
    );
  const given = cases.map(({ context }) => JSON.stringify(context).toLowerCase());
  /** Of what a label asks for and the context has, the share that is still there. */
  const kept = (after: readonly string[]) => {
    let had = 0, has = 0;
    labels.forEach(({ cause = [] }, index) => {
      for (const words of cause.map((group) => group.map((word) => word.toLowerCase()))) {
        if (!words.some((word) => given[index]!.includes(word))) continue;
        had++;
        if (words.some((word) => after[index]!.toLowerCase().includes(word))) has++;
      }
    });
    return { had, share: has / had };
  };
  const words = (all: readonly string[]) =>
    all.join(" ").replaceAll(placeholderPattern(), "").match(/[\p{L}\d]+/gu)!.length;

  test("a cause that the context names is still named, nearly always", () => {
    const standard = texts(newCaseRedactor()),
      strict = texts(newCaseRedactor([], { isStrict: true }));
    const shares = { standard: kept(standard), strict: kept(strict) };
    // Words of logs, events and outputs of commands, titles and queries included.
    const logs = ["logs", "events", "diagnostics"];
    const left = words(texts(newCaseRedactor([], { isStrict: true }), logs)) /
      words(texts(newCaseRedactor(), logs));
    console.info(
      `causes: ${shares.strict.share.toFixed(2)} of ${shares.strict.had}; words of logs: ${
        left.toFixed(2)
      }`,
    );
    expect(left).toBeGreaterThanOrEqual(0.7);
    expect(shares.standard.share).toBe(1);
    expect(shares.strict.share).toBeGreaterThanOrEqual(0.8);
  });
});
