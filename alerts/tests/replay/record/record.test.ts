import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { llmError, type LlmRequest } from "../../../src/demo/llm_stand_in.ts";
import { readManifest } from "../../../replay/run/manifest.ts";
import { readRows } from "../../../replay/run/run_folder.ts";
import type { Row } from "../../../replay/row.ts";
import { KEY, stage, stagedAnswer } from "../stage.ts";

/** The rows of the only run there is. */
async function rowsIn(runs: string): Promise<Row[]> {
  const [entry] = await Array.fromAsync(Deno.readDir(runs));
  return await Array.fromAsync(readRows(join(runs, entry!.name)));
}

const statusesOf = (rows: readonly Row[]) =>
  Object.fromEntries(
    Map.groupBy(rows, ({ status }) => status).entries()
      .map(([status, all]) => [status, all.length]),
  );

describe("recording", () => {
  test("asks for what is missing, once, and for nothing the second time", async () => {
    await using lab = await stage({ alerts: 3, repeats: 2 });
    const first = await lab.record();
    expect(first.err).toContain("0 of 12 answers are there");
    expect(first.err).toContain("12 requests, at most");
    expect(first.err).toMatch(/12 answers for \$0\.03\d*, /);
    expect(lab.llm.requests.length).toBe(12);
    expect(new Set(lab.llm.requests.map(({ body }) => body)).size).toBe(6);
    expect((await lab.recordings()).length).toBe(12);
    expect(first.out).toContain("3 alerts (3 names) × 2 variants × 2 repeats = 12 answers");

    const second = await lab.record();
    expect(second.err).toBe("All 12 answers are there\n");
    expect(second.out).toBe(first.out);
    expect(lab.llm.requests.length).toBe(12);
    expect((await lab.replay("run", lab.file)).out).toBe(first.out);
  });

  test("asks only for what is new after a repeat or an alert more", async () => {
    await using lab = await stage({ alerts: 2, repeats: 1 });
    await lab.record();
    await lab.write(
      "replay.yaml",
      (await Deno.readTextFile(lab.file)).replace("repeats: 1", "repeats: 3"),
    );
    const { err } = await lab.record();
    expect(err).toContain("4 of 12 answers are there");
    expect(lab.llm.requests.length).toBe(12);
  });

  test("asks only for the part that is wanted", async () => {
    await using lab = await stage({ alerts: 3 });
    await lab.record(["--yes", "--variant", "hasty", "--case", "case-1"]);
    expect(lab.llm.requests.length).toBe(1);
    const { err } = await lab.replay("run", lab.file, "--case", "case-2");
    expect(err).toContain("2 of 2 answers are missing");
    expect(err).toContain(`deno task replay:record ${lab.file} --case case-2 --runs`);
  });

  test("shares an answer between variants that ask the same", async () => {
    const yaml = "  - { name: same, prompts: prompts/careful.md, model: claude-haiku-5-5 }\n" +
      "  - { name: again, prompts: prompts/careful.md, model: claude-haiku-5-5, samples_from: 1 }\n";
    await using lab = await stage({ alerts: 2, yaml });
    const { err } = await lab.record(["--yes", "--variant", "careful", "--variant", "same"]);
    expect(err).toContain("2 requests");
    expect(lab.llm.requests.length).toBe(2);
    // A control group has answers of its own.
    await lab.record(["--yes", "--variant", "again"]);
    expect(lab.llm.requests.length).toBe(4);
  });

  test("keeps the key and the secrets that a model makes up out of every file", async () => {
    const leak = `the key is ${KEY}, ask ada@example.org`;
    await using lab = await stage({
      alerts: 2,
      answer: (request) => ({ text: stagedAnswer(request).text.replace("photos cannot", leak) }),
    });
    const { out, err } = await lab.record();
    const texts = [out, err];
    for await (const path of filesBelow(lab.folder)) texts.push(await Deno.readTextFile(path));
    for (const text of texts) {
      expect(text).not.toContain(KEY);
      expect(text).not.toContain("ada@example.org");
    }
    const [one] = await lab.recordings();
    // The case has an [EMAIL#1] already: this is somebody else.
    expect(await Deno.readTextFile(one!)).toContain("the key is [API_KEY], ask [EMAIL#2]");
    expect(out).toMatch(/secret_free at case-0|hasty/);
  });

  test("neither sends nor keeps a secret of the prompt, and names the rule", async () => {
    await using lab = await stage({ alerts: 2 });
    await lab.write("prompts/hasty.md", "Be quick. Questions to ada@example.org\n");
    const { code, err } = await lab.record();
    expect(code).toBe(4);
    expect(err).toContain(
      "2 answers failed: The request holds a secret: the rule 'email' finds one at /system/0/text",
    );
    expect(err).not.toContain("ada@");
    expect(lab.llm.requests.length).toBe(2);
  });
});

describe("before anything is spent", () => {
  test("a person is asked, and a no asks nobody", async () => {
    await using lab = await stage({ alerts: 1 });
    const questions: string[] = [];
    const confirm = (answer: boolean) => (question: string) => {
      questions.push(question);
      return answer;
    };
    const no = await lab.record([], { confirm: confirm(false) });
    expect([no.code, lab.llm.requests.length]).toEqual([3, 0]);
    expect(no.err).toContain("Nobody was asked");
    expect(questions).toEqual(["Ask?"]);
    await lab.record([], { confirm: confirm(true) });
    expect(lab.llm.requests.length).toBe(2);
  });

  test("nobody there to ask is an error that names --yes", async () => {
    await using lab = await stage({ alerts: 1 });
    const { code, err } = await lab.record([]);
    expect([code, lab.llm.requests.length]).toEqual([1, 0]);
    expect(err).toContain("Give --yes where there is no terminal");
  });

  test("a missing key is an error, though not where nothing is missing", async () => {
    await using lab = await stage({ alerts: 1 });
    const apiKey = () => undefined;
    expect((await lab.record(["--yes"], { apiKey })).err).toContain("API_KEY is not set");
    await lab.record();
    expect((await lab.record(["--yes"], { apiKey })).err).toContain("All 2 answers are there");
  });
});

describe("a provider in trouble", () => {
  test("is asked again when it says so, and the answers are whole", async () => {
    let count = 0;
    await using lab = await stage({
      alerts: 2,
      answer: (request: LlmRequest) =>
        ++count % 2 === 1
          ? llmError(count % 4 === 1 ? 429 : 529, "overloaded_error", "x", {
            "retry-after-ms": "5",
          })
          : stagedAnswer(request),
    });
    await lab.record(["--yes", "--concurrency", "1"]);
    expect(lab.llm.requests.length).toBe(8);
    const rows = await rowsIn(lab.runs);
    expect(statusesOf(rows)).toEqual({ answered: 4 });
    expect(rows.map(({ answer }) => answer?.timing.attempts)).toEqual([2, 2, 2, 2]);
  });

  test("that fails some calls leaves errors, which are no failed answers and are asked for next time", async () => {
    let isBroken = true;
    await using lab = await stage({
      alerts: 4,
      answer: (request: LlmRequest) =>
        isBroken && request.messages[0]!.content[0]!.text.includes("Alert2")
          ? llmError(400, "invalid_request_error", "No")
          : stagedAnswer(request),
    });
    const first = await lab.record();
    expect(first.code).toBe(4);
    expect(first.err).toContain("2 answers failed: http_400");
    expect(first.out).toMatch(/careful .* 1\.00 .* 1 +0 /);
    expect((await lab.recordings()).length).toBe(6);
    isBroken = false;
    const second = await lab.record();
    expect(lab.llm.requests.length).toBe(10);
    expect(second.out).toMatch(/careful .* 1\.00/);
    expect(statusesOf(await rowsIn(lab.runs))).toEqual({ answered: 8 });
  });

  test("that puts errors into answers with status 200 has none of them recorded", async () => {
    await using lab = await stage({
      alerts: 1,
      answer: () => Response.json({ error: { code: 400, message: "No such model" }, content: [] }),
    });
    const { code } = await lab.record();
    expect(code).toBe(4);
    expect(await lab.recordings().catch(() => [])).toEqual([]);
  });

  test("records refusals and answers that were cut: prompts are judged by them", async () => {
    await using lab = await stage({
      alerts: 1,
      answer: ({ system }: LlmRequest) =>
        system[0]!.text.startsWith("Be careful")
          ? { text: "", stopReason: "refusal", category: "cyber" }
          : { text: '{"summary":', stopReason: "max_tokens" },
    });
    const { out } = await lab.record();
    expect((await lab.recordings()).length).toBe(2);
    expect(out).toMatch(/careful .* 0\.00 +0 of 1 alert/);
  });

  test("that refuses the account is asked once, not for every answer", async () => {
    await using lab = await stage({
      alerts: 10,
      answer: () => llmError(402, "billing_error", "No credit"),
    });
    const { code, err } = await lab.record(["--yes", "--concurrency", "8"]);
    expect(lab.llm.requests.length).toBe(1);
    expect(code).toBe(3);
    expect(err).toContain(
      "19 answers not asked for: the provider refuses the account, the key or the model (http_402)",
    );
  });
});

describe("a provider that answers in another format", () => {
  const other = () => Response.json({ choices: [{ message: { content: "{}" } }] });

  test("is asked three times, however many ask at once", async () => {
    await using lab = await stage({ alerts: 10, answer: other });
    const { code, err } = await lab.record(["--yes", "--concurrency", "8"]);
    expect(lab.llm.requests.length).toBe(3);
    expect(code).toBe(3);
    expect(err).toContain("17 answers not asked for: the provider answers in another format");
  });
});

describe("an answer without the form", () => {
  const broken = (times: number) => {
    const seen = new Map<string, number>();
    return (request: LlmRequest) => {
      const name = JSON.stringify(request);
      seen.set(name, (seen.get(name) ?? 0) + 1);
      return seen.get(name)! <= times ? { text: "Sure!" } : stagedAnswer(request);
    };
  };

  test("is asked for again, as the analyzer does it, and paid for", async () => {
    await using lab = await stage({ alerts: 1, answer: broken(2) });
    const { out } = await lab.record();
    expect(lab.llm.requests.length).toBe(6);
    expect(out).toMatch(/careful .* 1\.00 +1 of 1 alert/);
    const [one] = await lab.recordings();
    const { timing } = JSON.parse(await Deno.readTextFile(one!));
    expect(timing).toMatchObject({ attempts: 3 });
    expect(timing.discarded.map(({ failure }: { failure: string }) => failure))
      .toEqual(["not_json", "not_json"]);
    const [row] = await rowsIn(lab.runs);
    const last = timing.discarded[0].usage;
    expect(row!.usage!.output).toBeGreaterThan(2 * last.output);
    // It is replayed as it was.
    expect((await lab.replay("run", lab.file)).out).toBe(out);
  });

  test("is judged as it is after the third one", async () => {
    await using lab = await stage({ alerts: 1, answer: broken(9) });
    const { out } = await lab.record();
    expect(lab.llm.requests.length).toBe(6);
    expect(out).toMatch(/careful .* 0\.00 +0 of 1 alert/);
  });
});

describe("a short API_KEY", () => {
  test.each(["none", "a", "1234567"])("such as %s never rewrites an answer", async (key) => {
    await using lab = await stage({ alerts: 1, key });
    await lab.record();
    expect((await lab.recordings()).length).toBe(2);
    for (const path of await lab.recordings()) {
      expect(await Deno.readTextFile(path)).not.toContain("[API_KEY]");
    }
  });
});

describe("a budget", () => {
  test("is never overdrawn, whatever is asked at once", async () => {
    await using lab = await stage({ alerts: 10, yaml: "" });
    // Each reserves some 13,000 tokens and uses some 760.
    const { code, err } = await lab.record([
      "--yes",
      "--max-tokens",
      "18000",
      "--concurrency",
      "8",
    ]);
    expect(code).toBe(3);
    const used = lab.llm.requests.length;
    expect(used).toBeGreaterThan(2);
    expect(used).toBeLessThan(20);
    expect(err).toContain("it stops at 18 k tokens");
    expect(err).toContain(`${20 - used} answers not asked for: the budget is spent`);
    const rows = await rowsIn(lab.runs);
    const tokens = rows.reduce(
      (sum, { usage }) => sum + (usage ? usage.input + usage.output : 0),
      0,
    );
    expect(tokens).toBeLessThanOrEqual(18_000);
    // With a new budget it goes on.
    await lab.record();
    expect(lab.llm.requests.length).toBe(20);
  });

  test("in dollars needs a price", async () => {
    const yaml = "  - { name: other, prompts: prompts/hasty.md, model: maker/unheard-of }\n";
    await using lab = await stage({ alerts: 1, yaml });
    const { code, err } = await lab.record(["--yes", "--max-usd", "1"]);
    expect([code, lab.llm.requests.length]).toEqual([1, 0]);
    expect(err).toContain("The price of the model 'maker/unheard-of' is not known");
    await lab.write(
      "replay.yaml",
      `${await Deno.readTextFile(lab.file)}prices: { maker/unheard-of: { input: 1, output: 5 } }\n`,
    );
    expect((await lab.record(["--yes", "--max-usd", "0.0001"])).err).toContain(
      "the budget is spent",
    );
    expect(lab.llm.requests.length).toBe(0);
  });
});

describe("asking for everything anew", () => {
  const told = (text: string) => ({ system }: LlmRequest) => ({
    text: stagedAnswer({ system }).text.replace("photos cannot", `${text} cannot`),
  });

  test("refresh replaces recordings, in a run of its own", async () => {
    let name = "before";
    await using lab = await stage({ alerts: 2, answer: (request) => told(name)(request) });
    await lab.record();
    name = "after";
    const { err } = await lab.record(["--yes", "--refresh"]);
    expect(err).toContain("0 of 4 answers are there");
    expect(lab.llm.requests.length).toBe(8);
    const texts = await Promise.all(
      (await lab.recordings()).map((path) => Deno.readTextFile(path)),
    );
    expect(texts.length).toBe(4);
    expect(texts.every((text) => text.includes("after cannot"))).toBe(true);
    const runs = (await Array.fromAsync(Deno.readDir(lab.runs))).map(({ name }) => name).sort();
    expect(runs[1]).toBe(`${runs[0]}-refresh-${/refresh-(.*)/.exec(runs[1]!)![1]}`);
    // The first run keeps what it judged.
    const [row] = await Array.fromAsync(readRows(join(lab.runs, runs[0]!)));
    expect(row?.answer?.response.body).toContain("before cannot");
    const compared = await lab.replay("compare", runs[0]!, runs[1]!);
    expect(compared.out).toContain(`careful in ${runs[1]} against careful in ${runs[0]}`);
  });

  test("live keeps answers in the run alone", async () => {
    await using lab = await stage({ alerts: 2 });
    const { out } = await lab.record(["--yes", "--live"]);
    expect(out).toContain("= 4 answers");
    expect(await lab.recordings().catch(() => [])).toEqual([]);
    const [run] = await Array.fromAsync(Deno.readDir(lab.runs));
    const scored = await lab.replay("score", run!.name);
    expect(scored.out).toBe(out);
    expect(readManifest(join(lab.runs, run!.name)).fresh?.mode).toBe("live");
  });

  test.each(["--refresh", "--live"])("%s goes on where it was stopped", async (mode) => {
    await using lab = await stage({ alerts: 6 });
    if (mode === "--refresh") await lab.record();
    const before = lab.llm.requests.length;
    await lab.record(["--yes", mode, "--max-tokens", "16000"]);
    const asked = lab.llm.requests.length - before;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(12);
    const runs = await Array.fromAsync(Deno.readDir(lab.runs));
    const run = runs.find(({ name }) => name.includes(mode.slice(2)))!.name;
    const { err } = await lab.record(["--yes", mode, "--resume", run]);
    expect(err).toContain(`${asked} of 12 answers are there`);
    expect(lab.llm.requests.length - before).toBe(12);
    // Nothing is left to do.
    await lab.record(["--yes", mode, "--resume", run]);
    expect(lab.llm.requests.length - before).toBe(12);
    const wrong = await lab.record(["--yes", mode, "--resume", run, "--variant", "hasty"]);
    expect(wrong.err).toContain("is of another configuration, or of other cases");
  });
});

describe("two at once", () => {
  test("are refused on one run, and a third one is let in afterwards", async () => {
    const open = Promise.withResolvers<void>(), asked = Promise.withResolvers<void>();
    await using lab = await stage({
      alerts: 1,
      async answer(request) {
        asked.resolve();
        await open.promise;
        return stagedAnswer(request);
      },
    });
    const first = lab.record();
    await asked.promise;
    const second = await lab.record();
    expect(second.code).toBe(1);
    expect(second.err).toContain("Another process works on the run");
    expect((await lab.replay("run", lab.file)).err).toContain("Another process works on the run");
    open.resolve();
    await first;
    expect((await lab.record()).err).toContain("All 2 answers are there");
    expect(lab.llm.requests.length).toBe(2);
  });

  test("on two runs do not ask what the other one recorded meanwhile", async () => {
    const open = Promise.withResolvers<void>(), asked = Promise.withResolvers<void>();
    await using lab = await stage({
      alerts: 2,
      async answer(request) {
        if (request.messages[0]!.content[0]!.text.includes("Alert0")) {
          asked.resolve();
          await open.promise;
        }
        return stagedAnswer(request);
      },
    });
    const all = lab.record(["--yes", "--concurrency", "1"]);
    await asked.promise;
    await lab.record(["--yes", "--case", "case-1"]);
    open.resolve();
    expect((await all).out).toContain("= 4 answers");
    expect(lab.llm.requests.length).toBe(4);
  });
});

test("a stop keeps what is answered, and asks for no more", async () => {
  const stop = new AbortController();
  let count = 0;
  await using lab = await stage({
    alerts: 10,
    answer(request) {
      if (++count === 5) stop.abort();
      return stagedAnswer(request);
    },
  });
  const { code, err } = await lab.record(["--yes", "--concurrency", "1"], { signal: stop.signal });
  expect(code).toBe(130);
  expect(err.split("\n").slice(-3)).toEqual([
    "What is recorded stays; the same command goes on with the rest",
    "Interrupted",
    "",
  ]);
  expect(count).toBe(5);
  const kept = (await lab.recordings()).length;
  expect(kept).toBeGreaterThanOrEqual(4);
  await lab.record();
  expect(count).toBe(5 + 20 - kept);
});

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* filesBelow(join(folder, name));
    else yield join(folder, name);
  }
}
