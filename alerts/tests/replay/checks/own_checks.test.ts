import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readOwnChecks } from "../../../replay/checks/own_checks.ts";
import { stage } from "../stage.ts";
import { given, GOLD } from "./planted.ts";

const PAGE = await Deno.readTextFile(new URL("../../../docs/replay.md", import.meta.url));
const SHOWN = /```ts\n(export default [^]*?)```/.exec(PAGE)![1]!;

let folder: string;
let count = 0;
beforeAll(async () => void (folder = await Deno.makeTempDir({ prefix: "wattbook-checks-" })));
afterAll(() => Deno.remove(folder, { recursive: true }));

async function checksOf(text: string) {
  const file = join(folder, `checks-${count++}.ts`);
  await Deno.writeTextFile(file, text);
  return await readOwnChecks(file);
}

describe("own checks", () => {
  it("are read as the documentation shows them", async () => {
    const [check] = await checksOf(SHOWN);
    expect(check).toMatchObject({ name: "names_team", role: "earns", weight: 1 });
    expect(check!.judge(given(GOLD))).toEqual({ value: 0, reason: "it names no team" });
    expect(check!.judge(given({ summary: "Team media has to act" })).value).toBe(1);
  });

  it.each([
    [
      "whose example does not come out",
      SHOWN.replace("value: 1,", "value: 0,"),
      "example 1 must be 0",
    ],
    [
      "that is not pure",
      SHOWN.replace("value: team ? 1 : 0", "value: (globalThis.n = (globalThis.n ?? 0) + 1) % 2"),
      "example 1 must be 1, and is 0",
    ],
    [
      "without examples",
      SHOWN.replace(/examples: \[[^]*?\n {2}\],/, "examples: [],"),
      "two or more",
    ],
    [
      "with the name of another",
      SHOWN.replace("names_team", "support"),
      "a check 'support' already",
    ],
    [
      "that returns something else",
      SHOWN.replace("value: team ? 1 : 0", "value: 7"),
      "must return",
    ],
    ["that fails", SHOWN.replace("const team =", "null.x; const team ="), "it failed"],
    ["that is no list", "export default 5;", "default export"],
  ])("are refused: one %s", async (_, text, message) => {
    await expect(checksOf(text)).rejects.toMatchObject({
      code: "BAD_CONFIG",
      message: expect.stringContaining(message),
    });
  });

  it("are a column, and part of the score by their weight", async () => {
    await using lab = await stage({ alerts: 1, yaml: "checks: { file: checks.ts }\n" });
    await lab.write("checks.ts", SHOWN);
    const { out, err, code } = await lab.record();
    expect([code, err]).not.toContain("error");
    expect(out).toMatch(/careful .* 0\.8\d/);
    const compared = await lab.replay("compare", "careful", "hasty", "--config", lab.file);
    expect(compared.out).toMatch(/names_team +1 \(1\) +0\.00 +0\.00/);
    const shown = await lab.replay("show", "case-0", "--config", lab.file);
    expect(shown.out).toMatch(/careful +repeat 1, score 0\.8\d/);
    expect(shown.out).toContain("names_team: it names no team");
  });
});
