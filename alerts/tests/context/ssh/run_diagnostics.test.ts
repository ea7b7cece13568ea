import { describe, expect, test } from "vitest";
import type { DiagnosticCommand } from "../../../src/context/ssh/diagnostic_commands.ts";
import { keepStart } from "../../../src/context/ssh/keep_start.ts";
import { type DiagnosticData, runDiagnostics } from "../../../src/context/ssh/run_diagnostics.ts";
import type { CommandResult } from "../../../src/context/ssh/run_command.ts";
import { newCaseRedactor } from "../../../src/case_redactor.ts";

const commandOf = (command: string, keep: "start" | "end" = "start"): DiagnosticCommand => (
  { title: command, command, keep }
);
const result = (members: Partial<CommandResult>): CommandResult => (
  { output: "", complaints: "", exitCode: 0, isCut: false, ...members }
);

/** Runs commands that are answered by their own name. */
function runWith(
  answers: Readonly<Record<string, Partial<CommandResult>>>,
  { keep = "start" as "start" | "end", maxBytes = 2048, signal = AbortSignal.timeout(20_000) } = {},
) {
  return runDiagnostics(
    { run: (command) => Promise.resolve(result(answers[command]!)) },
    Object.keys(answers).map((command) => commandOf(command, keep)),
    {
      host: "db1",
      commandTimeout: 10_000,
      concurrency: 2,
      maxBytes,
      signal,
      redactor: newCaseRedactor(),
    },
  );
}

describe("runDiagnostics()", () => {
  test("keeps the order of the commands and never runs more than it may", async () => {
    let running = 0, most = 0;
    const findings = await runDiagnostics(
      {
        run: async (command) => {
          most = Math.max(most, ++running);
          await new Promise((resolve) => setTimeout(resolve, command === "a" ? 20 : 1));
          running--;
          return result({ output: command });
        },
      },
      ["a", "b", "c", "d", "e"].map((command) => commandOf(command)),
      {
        host: "db1",
        commandTimeout: 10_000,
        concurrency: 2,
        maxBytes: 100,
        signal: new AbortController().signal,
        redactor: { redact: (text) => text },
      },
    );
    expect(findings.map(({ data }) => (data as DiagnosticData).output))
      .toEqual(["a", "b", "c", "d", "e"]);
    expect(most).toBe(2);
  });

  test("redacts before it cuts, whichever part is kept", async () => {
    const output = `${"a line\n".repeat(20)}password=hunter2-hunter2\n${"a line\n".repeat(20)}`;
    for (const keep of ["start", "end"] as const) {
      for (let maxBytes = 130; maxBytes < 200; maxBytes++) {
        const [finding] = await runWith({ x: { output } }, { keep, maxBytes });
        const data = finding!.data as DiagnosticData;
        expect(data.isCut).toBe(true);
        expect(data.output).not.toMatch(/hunt|nter2/);
        expect(new TextEncoder().encode(data.output).length).toBeLessThanOrEqual(maxBytes);
      }
    }
  });

  test("takes colours out of the midst of a secret", async () => {
    const [finding] = await runWith({ x: { output: "password=hunt\x1b[1mer2-xyz\x1b[0m\n" } });
    expect((finding!.data as DiagnosticData).output).toBe("password=[PASSWORD#1]\n");
  });

  test("shows complaints, redacted and short", async () => {
    const [finding] = await runWith({
      x: { output: "ok\n", complaints: `password=hunter2-xyz\n${"x".repeat(900)}`, exitCode: 1 },
    });
    expect(finding!.data).toEqual({
      output: "ok\n",
      isCut: false,
      exitCode: 1,
      complaints: "password=[PASSWORD#1]\n",
    });
  });

  test("many commands that fail alike are one finding", async () => {
    const failed = { complaints: "no entry", exitCode: 1 };
    const findings = await runWith({ a: failed, b: failed, c: failed });
    expect(findings).toMatchObject([{
      title: "Diagnostics of db1",
      query: "ssh db1",
      error: "exit code 1: no entry",
    }]);
    expect(await runWith({ a: failed, b: failed })).toHaveLength(2);
    // Nothing to show is not the same thing thrice.
    expect(await runWith({ a: {}, b: {}, c: {} })).toHaveLength(3);
  });

  test("runs nothing once the gathering is over", async () => {
    const findings = await runWith({ a: {}, b: {} }, { signal: AbortSignal.abort() });
    expect(findings.map(({ error }) => error)).toEqual([
      "ended before there was an answer",
      "ended before there was an answer",
    ]);
  });
});

test("keepStart() keeps whole lines, or the start of the only one", () => {
  expect(keepStart("one\ntwo\n", 8)).toBe("one\ntwo\n");
  expect(keepStart("one\ntwo\nthree\n", 10)).toBe("one\n");
  expect(keepStart("ä".repeat(20), 10)).toBe("äää…");
});

test("fingerprints of host keys are no secrets to the redactor", () => {
  const shown = "SHA256:UUwOWwpihqd3QB80GdBzwbyTLe/Boox8kCGFks20BQ0";
  const text = `db1 was refused: its host key is not the one in known_hosts. It shows ${shown}, ` +
    `expected ${shown.toLowerCase()} or ${shown}`;
  expect(newCaseRedactor().redact(text)).toBe(text);
  const revoked = `db1 was refused: the host key that it shows is revoked (${shown})`;
  expect(newCaseRedactor().redact(revoked)).toBe(revoked);
});
