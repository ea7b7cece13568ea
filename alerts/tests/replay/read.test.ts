import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readCases } from "../../replay/read_cases.ts";
import { readConfig } from "../../replay/config/read_config.ts";
import { readLabels } from "../../replay/label.ts";
import { LABEL } from "./checks/planted.ts";
import { caseLine } from "./stage.ts";

const folder = await Deno.makeTempDir({ prefix: "wattbook-read-" });
afterAll(() => Deno.remove(folder, { recursive: true }));

/** Writes a file, and tells its path. */
async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeTextFile(path, text);
  return path;
}

describe("readCases()", () => {
  test("reads lines in order, and one that stands in two exports once", async () => {
    const cases = await readCases([
      await write("a.jsonl", caseLine(0) + caseLine(1)),
      await write("b.jsonl", `\n${caseLine(1)}${caseLine(2)}`),
    ]);
    expect(cases.map(({ id, cluster }) => [id, cluster])).toEqual([
      ["case-0", "Alert0"],
      ["case-1", "Alert1"],
      ["case-2", "Alert2"],
    ]);
  });

  test.each([
    [
      "was changed",
      caseLine(0).replace("media", "other"),
      "a.jsonl:1: the seal of the case 'case-0' does not fit",
    ],
    ["is no JSON", `${caseLine(0)}{`, "a.jsonl:2: it is no JSON"],
    ["is no case", '{"version":1,"id":"a"}', "a.jsonl:1: it is no case: incident: "],
    [
      "is of a later version",
      caseLine(0).replace('"version":1', '"version":2'),
      "a.jsonl:1: it is no case: version",
    ],
    [
      "has the id of another",
      caseLine(0) + caseLine(0, "Other"),
      "a.jsonl:2: there is another case with the id 'case-0'",
    ],
    ["is not there", "\n\n", `There are no cases in ${folder}/a.jsonl`],
  ])("names a case that %s", async (_, text, message) => {
    await expect(readCases([await write("a.jsonl", text)])).rejects.toMatchObject({
      code: "BAD_CASE",
      message: expect.stringContaining(message),
    });
  });

  test("names a file that is not there", async () => {
    await expect(readCases(["no/such.jsonl"])).rejects.toThrow("'no/such.jsonl': there is none");
  });
});

describe("readLabels()", () => {
  const line = (label: object) => `${JSON.stringify({ ...LABEL, ...label })}\n`;

  test.each([
    [
      "without a cause",
      line({ cause: [] }),
      "labels.jsonl:1: it is no label: cause: must name the cause",
    ],
    ["with a cause where abstaining is right", line({ abstain: true }), "cause: must be empty"],
    [
      "of a case that has one",
      line({}) + line({}),
      "labels.jsonl:2: the case 'a' has a label already",
    ],
    [
      "with a group without aliases",
      line({ target: [[]] }),
      "labels.jsonl:1: it is no label: target.0:",
    ],
    ["with a misspelt field", line({ distractor: [] }), "distractor"],
    ["that is no JSON", "nonsense", "labels.jsonl:1: it is no JSON"],
  ])("names a label %s", async (_, text, message) => {
    await expect(readLabels(await write("labels.jsonl", text))).rejects.toMatchObject({
      code: "BAD_LABEL",
      message: expect.stringContaining(message),
    });
  });

  test("takes a label that abstains", async () => {
    const labels = await readLabels(
      await write("labels.jsonl", line({ abstain: true, cause: [] })),
    );
    expect(labels.get("a")?.abstain).toBe(true);
  });
});

describe("readConfig()", () => {
  const config = async (yaml: string) => {
    for (const name of ["a.md", "b.md", "p/a.md", "old.md", "new.md", "../prompts/a.md"]) {
      await write(`nights/${name}`, `text of ${name}`);
    }
    return await readConfig(await write("nights/replay.yaml", yaml));
  };
  const VARIANT = "{ name: a, prompts: a.md, model: m }";

  test("takes absolute paths as they are, of prompts too", async () => {
    const { cases, variants, cassettes: { folder: recordings } } = await config(
      "cases: [/data/cases.jsonl]\ncassettes: /data/cassettes\n" +
        `variants: [{ name: a, prompts: ${folder}/prompts/a.md, model: m }, ` +
        "{ name: b, prompts: b.md, model: m }]",
    );
    expect([cases, recordings]).toEqual([["/data/cases.jsonl"], "/data/cassettes"]);
    expect(variants.map(({ prompts }) => prompts.alertmanager!.text)).toEqual([
      "text of ../prompts/a.md",
      "text of b.md",
    ]);
  });

  test("reads variants, paths and defaults", async () => {
    const read = await config(`
cases: [x.jsonl, more/y.jsonl]
labels: labels.jsonl
variants:
  - { name: a, prompts: { alertmanager: p/a.md }, model: m, effort: low, max_tokens: 99 }
  - { name: b, prompts: b.md, model: m, context: none, samples_from: 3 }
checks: { weights: { cause: 2 } }
`);
    expect(read).toMatchObject({
      name: "nights",
      cases: [`${folder}/nights/x.jsonl`, `${folder}/nights/more/y.jsonl`],
      labels: `${folder}/nights/labels.jsonl`,
      cassettes: { folder: `${folder}/nights/cassettes` },
      baseline: "a",
      primaries: ["score"],
      repeats: 3,
      gate: { margin: 0.05, errors: 0.05 },
      weights: { cause: 2 },
    });
    expect(read.endpoint.href).toBe("https://api.anthropic.com/v1/messages");
    const [a, b] = read.variants;
    expect(a).toMatchObject({
      render: { model: "m", effort: "low", maxTokens: 99 },
      context: "full",
      prompts: { alertmanager: { name: "a", text: "text of p/a.md" } },
    });
    expect(a?.prompts.hostmon).toBeUndefined();
    expect(b).toMatchObject({
      context: "none",
      firstSample: 3,
      prompts: { hostmon: { name: "b" } },
    });
  });

  test("spans a matrix, and leaves out of it what is excluded", async () => {
    const { variants, baseline } = await config(`
cases: [x.jsonl]
matrix:
  prompts: { old: old.md, new: new.md }
  models: [m-1, maker/m-2]
  parameters: { low: { effort: low }, high: { effort: high } }
exclude: [{ model: maker/m-2, parameters: high }]
`);
    expect(variants.map(({ name }) => name)).toEqual([
      "old+m-1+low",
      "old+m-1+high",
      "old+m-2+low",
      "new+m-1+low",
      "new+m-1+high",
      "new+m-2+low",
    ]);
    expect(variants[1]?.render).toEqual({ model: "m-1", effort: "high" });
    expect(baseline).toBe("old+m-1+low");
  });

  test.each([
    ["variants: []", "variants"],
    ["", "there are no variants"],
    [`variants: [${VARIANT}, ${VARIANT}]`, "there are two variants 'a'"],
    [`variants: [${VARIANT}]\nbaseline: b`, "the baseline 'b' is none of the variants a"],
    [`variants: [${VARIANT}]\nrepeat: 3`, "repeat"],
    [`variants: [{ name: a, prompts: a.md, model: m, temperature: 0 }]`, "temperature"],
    [`variants: [{ name: "../a", prompts: a.md, model: m }]`, "variants.0.name: must be a name"],
    [
      `variants: [${VARIANT}]\nendpoint: https://k:s@llm.example/`,
      "endpoint: must not contain a user name",
    ],
    [
      `variants: [${VARIANT}]\nendpoint: https://llm.example/?key=s3cret`,
      "endpoint: must not contain a query",
    ],
    [`variants: [${VARIANT}]\nendpoint: llm.example`, "endpoint: must be an address"],
    [`variants: [${VARIANT}]\nexclude: [{ model: m }]`, "exclude.0: there is no matrix"],
    [
      `matrix: { prompts: { a: a.md }, models: [m] }\nexclude: [{ model: n }]`,
      "the matrix has no model 'n'",
    ],
    [`variants: [${VARIANT}]\nrepeats: 0`, "repeats"],
    [`variants: [${VARIANT}`, "replay.yaml:3: it is no YAML"],
  ])("refuses %s", async (yaml, message) => {
    const error = await config(`cases: [x.jsonl]\n${yaml}\n`).catch((error) => error);
    expect(error).toMatchObject({ code: "BAD_CONFIG" });
    expect(error.message).toContain(message);
    expect(error.message).not.toContain("s3cret");
  });

  test("names all that is wrong at once", async () => {
    await expect(config("cases: []\nrepeats: x\n")).rejects.toThrow(/cases: .*; repeats: /);
  });

  test("names a prompt that is not there", async () => {
    const reading = config(
      "{ cases: [x.jsonl], variants: [{ name: a, prompts: no.md, model: m }] }",
    );
    await expect(reading).rejects.toThrow(
      `cannot read the prompt '${folder}/nights/no.md': there is none`,
    );
  });
});
