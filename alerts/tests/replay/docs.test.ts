import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Finding } from "../../replay/compare.ts";
import { namesCause } from "../../replay/checks/cause/names_cause.ts";
import { heldBackCauses, tunedCauses } from "./cause/planted_causes.ts";
import { ALL_CHECKS } from "../../replay/checks/all_checks.ts";
import { configForm } from "../../replay/config/config_form.ts";
import { CRITERIA } from "../../replay/judge/criteria.ts";
import { readVerdicts } from "../../replay/judge/agreement.ts";
import { parseReplayOptions } from "../../replay/command/replay.ts";
import { parseRecordOptions } from "../../replay/record/options.ts";

const PAGE = await Deno.readTextFile(new URL("../../docs/replay.md", import.meta.url));
const BLOCKS = [...PAGE.matchAll(/```yaml\n([^]*?)```/g)].map(([, text]) => text!);

describe("alerts/docs/replay.md", () => {
  test("shows configurations that are taken", () => {
    const [whole, matrix, judge] = BLOCKS;
    expect(configForm.safeParse(parse(whole!)).error?.issues).toBeUndefined();
    const { variants: _, baseline: __, ...rest } = parse(whole!);
    expect(configForm.safeParse({ ...rest, ...parse(matrix!) }).error?.issues).toBeUndefined();
    expect(configForm.safeParse({ ...parse(whole!), ...parse(judge!) }).error?.issues)
      .toBeUndefined();
  });

  test("names every field", () => {
    const fields = Object.keys(configForm.shape);
    const shown = new Set(BLOCKS.slice(0, 3).flatMap((text) => Object.keys(parse(text))));
    expect([...shown].sort()).toEqual(fields.sort());
  });

  test("lists the checks as they are", () => {
    const rows = PAGE.split("\n").map((line) => line.replace(/ +/g, " "));
    for (const { name, role, weight, about } of ALL_CHECKS) {
      const kind = role === "earns" || role === "limits" ? `${role}, ${weight}` : role;
      expect(rows).toContain(`| \`${name}\` | ${kind} | ${about} |`);
    }
  });

  test("tells what the sentences and the controls gave", () => {
    const held = heldBackCauses();
    const tuned = tunedCauses();
    const share = (all: typeof held, isRight: boolean) => {
      const own = all.filter((one) => one.isRight === isRight);
      const hits = own.filter((one) => namesCause(one.text, one.label).isNamed === isRight);
      return `${hits.length} of ${own.length}`;
    };
    const row = (name: string) => PAGE.split("\n").find((line) => line.startsWith(`| ${name}`));
    for (const isRight of [true, false]) {
      expect(row(`held back, ${held.length}`)).toContain(share(held, isRight));
      expect(row("used to write the rules")).toContain(share(tuned, isRight));
    }
    const made = tuned.filter(({ by }) => by === "template").length;
    expect(PAGE).toContain(`${(held.length + tuned.length).toLocaleString("en")} planted`);
    expect(PAGE.replace(/\s+/g, " ")).toContain(`${made} of them made by templates`);
  });

  test("lists the judge's questions, and shows a verdict that is taken", async () => {
    const rows = PAGE.split("\n").map((line) => line.replace(/ +/g, " "));
    for (const { name, question } of CRITERIA) {
      expect(rows).toContain(`| \`judge_${name}\` | ${question} |`);
    }
    const blocks = [...PAGE.matchAll(/```json\n([^]*?)```/g)].map(([, text]) => JSON.parse(text!));
    const lines = blocks.filter((block) => "criterion" in block).map((one) => JSON.stringify(one));
    expect(lines.length).toBe(1);
    const file = await Deno.makeTempFile();
    await Deno.writeTextFile(file, lines[0]!);
    const [verdict] = await readVerdicts(file, CRITERIA);
    await Deno.remove(file);
    expect(verdict).toMatchObject({ criterion: "useful", verdict: true });
  });

  test("says what every verdict means, and has what it links to", () => {
    const findings: Record<Finding, string> = {
      better: "`better`, `worse`",
      worse: "`better`, `worse`",
      "typically better": "`typically better`, `typically worse`",
      "typically worse": "`typically better`, `typically worse`",
      "as good as": "`as good as`",
      undecided: "`undecided`",
      "too few names": "`too few names`",
    };
    for (const words of Object.values(findings)) {
      expect(PAGE).toMatch(new RegExp(`^\\| ${words} `, "m"));
    }
    const headings = [...PAGE.matchAll(/^#+ (.*)$/gm)]
      .map(([, heading]) => heading!.toLowerCase().replace(/[^\w ]/g, "").replaceAll(" ", "-"));
    for (const [, anchor] of PAGE.matchAll(/\]\(#([^)]*)\)/g)) expect(headings).toContain(anchor);
  });

  test("shows commands that there are", () => {
    const commands = [
      ...PAGE.matchAll(/^(?:- run: | {2})?deno task (replay(?::record)?)( [^#\n]*)?/gm),
    ];
    expect(commands.length).toBeGreaterThan(4);
    for (const [, task, args = ""] of commands) {
      const words = args.trim().split(/\s+/).filter(Boolean);
      const parsed = task === "replay"
        ? parseReplayOptions(words, "demo.yaml")
        : parseRecordOptions(words);
      expect(parsed, args).toHaveProperty("options");
    }
  });
});
