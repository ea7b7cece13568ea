import { describe, expect, test } from "vitest";
import { doctor } from "../../src/commands/doctor.ts";
import { type CheckResult, printResult, printSummary } from "../../src/terminal/findings.ts";
import { capture, effects } from "../terminal/capture.ts";
import { startDashboard } from "../standins/dashboard.ts";
import { standIn } from "../standins/stand_in.ts";

const NOBODY = "http://127.0.0.1:1";

describe("doctor()", () => {
  test("nothing configured: says what to set, and skips the rest", async () => {
    const here = effects();
    expect(await doctor([], here)).toBe(1);
    const [first, advice, ...rest] = here.stdout.text.split("\n");
    expect(first).toBe("✗ failure   Configuration     no server is configured");
    expect(advice).toMatch(/^ {12}→ Run 'deno task setup', or set METRICS_URL alone, /);
    expect(rest.join("\n")).toContain("– skipped   Metrics           depends on 'Datasource'");
    expect(here.stdout.text).toMatch(/\n\n\d+ ok, 0 warnings, 2 failures, \d+ skipped\n$/);
    expect(here.stderr.text).toBe("");
  });

  test.each(["demo", "demo:battery"])("examines %s without a server", async (source) => {
    const here = effects();
    expect(await doctor(["--source", source], here)).toBe(0);
    expect(here.stdout.text).toMatch(/^✓ ok {8}Configuration {5}the simulated demo household: /);
    expect(here.stdout.text).toMatch(
      /Household file {4}the samples of 7 days do not contradict it/,
    );
    expect(here.stdout.text).toMatch(/ ok, 1 warning, 0 failures, \d skipped\n$/);
  });

  test("half a route: says what is missing, and looks at nothing else", async () => {
    const here = effects({ env: { DASHBOARD_URL: "https://d.example" } });
    expect(await doctor([], here)).toBe(1);
    expect(here.stdout.text).toContain("lacks SERVICE_ACCOUNT_TOKEN");
    expect(here.stdout.text).toContain("0 ok, 0 warnings, 1 failure, ");
  });

  test("as JSON for machines", async () => {
    const here = effects({ env: { METRICS_URL: NOBODY, HOUSEHOLD_ZONE: "Europe/Berlin" } });
    expect(await doctor(["--json"], here)).toBe(1);
    const { broken, results } = JSON.parse(here.stdout.text);
    expect(broken).toBe(true);
    expect(results).toContainEqual({
      check: "reachable",
      title: "Reachable",
      status: "failure",
      found: "Nothing listens at 127.0.0.1:1",
      advice: expect.stringContaining("METRICS_URL"),
    });
  });

  test.each([[["--zone", "Mars/Olympus"]], [["--jsn"]]])("%j is wrong usage", async (args) => {
    const here = effects();
    expect(await doctor(args, here)).toBe(2);
    expect(here.stdout.text).toBe("");
    expect(here.stderr.text).toContain(args.at(-1));
  });

  test("a person may stop it", async () => {
    const here = effects({ env: { METRICS_URL: NOBODY }, signal: AbortSignal.abort() });
    expect(await doctor([], here)).toBe(130);
    expect(here.stderr.text).toBe("Interrupted\n");
  });

  test("colours are for terminals only", async () => {
    const here = effects();
    await doctor([], here);
    expect(here.stdout.text).not.toContain("\x1b[");
    const coloured = effects({ stdout: capture({ colours: true }) });
    await doctor([], coloured);
    expect(coloured.stdout.text).toContain("\x1b[31m✗ failure");
  });

  test("no secret is shown, even if the server repeats it", async () => {
    const token = "glsa_canary0token";
    await using echo = standIn(({ headers }) =>
      new Response(`you sent ${headers.get("authorization")} and ${token}`, { status: 500 })
    );
    await using dashboard = startDashboard({ upstream: echo.url, token });
    const credentials = [
      { DASHBOARD_URL: dashboard.url.href, SERVICE_ACCOUNT_TOKEN: token },
      { DASHBOARD_URL: echo.url.href, SERVICE_ACCOUNT_TOKEN: token },
      { METRICS_URL: echo.url.href, AGENT_USER: "agent", AGENT_PASSWORD: token },
      { METRICS_URL: `http://agent:${token}@a.example` },
    ];
    for (const env of credentials) {
      for (const args of [[], ["--json"], ["--debug"]]) {
        const here = effects({ env });
        expect(await doctor(args, here)).toBe(1);
        expect(here.stdout.text).toMatch(/failure/);
        expect(here.stdout.text + here.stderr.text).not.toContain("canary");
        expect(here.stdout.text + here.stderr.text).not.toContain(btoa(`agent:${token}`));
      }
    }
  });
});

const result = (status: CheckResult["status"], more: Partial<CheckResult> = {}): CheckResult => ({
  check: "zone",
  title: "Zone",
  status,
  found: "what was found",
  ...more,
});

test("printResult() writes the status as a word and a symbol, and the advice below", () => {
  const text = printResult(result("warning", { subject: "a_metric", advice: "Do this" }));
  expect(text).toBe(
    "! warning   Zone              a_metric: what was found\n            → Do this\n",
  );
});

test("printResult() keeps a long title apart from what was found", () => {
  const long = { ...result("ok", {}), title: "A title of many words" };
  expect(printResult(long)).toContain(`A title of many words ${long.found}`);
});

test("printResult() breaks lines where a terminal ends, below their beginning", () => {
  const long = result("failure", { found: "one two three four", advice: "Do this and that" });
  expect(printResult(long, { width: 42 })).toBe(`\
✗ failure   Zone              one two
                              three four
            → Do this and that
`);
  expect(printResult(long, { width: 24 })).toContain("→ Do this\n              and that\n");
});

test("printSummary() counts", () => {
  const all = [result("ok"), result("warning"), result("failure"), result("failure")];
  expect(printSummary(all)).toBe("1 ok, 1 warning, 2 failures, 0 skipped\n");
});
