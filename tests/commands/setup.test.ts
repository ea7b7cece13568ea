import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Input } from "../../src/effects.ts";
import { openDialog } from "../../src/commands/setup/dialog.ts";
import { askRoute } from "../../src/commands/setup/ask_route.ts";
import { setup } from "../../src/commands/setup.ts";
import { parseSetupOptions } from "../../src/commands/setup/options.ts";
import { proposalText } from "../../src/commands/setup/print_proposals.ts";
import { selector } from "../../src/selector.ts";
import { capture, effects } from "../terminal/capture.ts";

/** A person who types these lines. */
function person(...lines: string[]): Input & { asked: string[]; hidden: string[] } {
  const asked: string[] = [], hidden: string[] = [];
  return {
    asked,
    hidden,
    isTerminal: true,
    ask(question, { isHidden = false } = {}) {
      (isHidden ? hidden : asked).push(question);
      return Promise.resolve(lines.shift() ?? null);
    },
  };
}

const signal = new AbortController().signal;

describe("the dialog", () => {
  test("asks again until the answer is usable", async () => {
    const stderr = capture();
    const dialog = openDialog(person("x", "9", "2"), stderr, signal);
    expect(await dialog.choose("Choose", ["a", "b"])).toBe(1);
    expect(stderr.text.match(/from 1 to 2/g)).toHaveLength(2);
  });

  test("an empty line takes what is in brackets", async () => {
    const dialog = openDialog(person("", ""), capture(), signal);
    expect(await dialog.line("Zone", { standard: "Europe/Berlin" })).toBe("Europe/Berlin");
    expect(await dialog.agrees("Replace?", false)).toBe(false);
  });

  test("Ctrl-D ends setup, and nothing is written", async () => {
    const dialog = openDialog(person(), capture(), signal);
    await expect(dialog.line("Zone")).rejects.toMatchObject({ code: "SETUP_ENDED" });
  });

  test("no line is longer than a terminal of 60 columns", async () => {
    const stderr = capture({ columns: 60 });
    const dialog = openDialog(person("1"), stderr, signal);
    await dialog.say("word ".repeat(40));
    await dialog.choose("Choose", ["word ".repeat(40).trim()]);
    expect(Math.max(...stderr.text.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(
      60,
    );
  });
});

describe("the route", () => {
  test("of a gateway: the password is asked for hidden, and wrong addresses are refused", async () => {
    const stderr = capture(), typing = person("3", "ftp://x", "https://m.example", "ada", "s3cret");
    const { config, settings } = await askRoute(openDialog(typing, stderr, signal));
    expect(config.route).toMatchObject({ kind: "gateway", user: "ada" });
    expect([...settings.keys()]).toEqual(["METRICS_URL", "AGENT_USER", "AGENT_PASSWORD"]);
    expect(typing.hidden).toHaveLength(1);
    expect(stderr.text).toMatch(/must be an address/);
    expect(stderr.text).not.toContain("s3cret");
  });
});

describe("the command line", () => {
  test("without settings and without a terminal it says what to do", async () => {
    const touched = effects();
    expect(await setup([], touched)).toBe(1);
    expect(touched.stderr.text).toMatch(/No server is configured[^]*METRICS_URL/);
  });

  test("reads its options", () => {
    expect(parseSetupOptions(["--yes", "--dry-run", "--json", "--dir", "house"])).toEqual({
      options: { yes: true, dryRun: true, json: true, dir: "house", replace: false, debug: false },
    });
    expect(parseSetupOptions(["--zone", "Nowhere"])).toMatchObject({ exitCode: 2 });
  });
});

test("names from a server cannot move the cursor or flood the terminal", () => {
  const text = proposalText({
    role: "grid_power",
    series: [{
      candidate: {
        metric: "p",
        labels: {},
        selector: selector("p", {
          label: "a",
          op: "=",
          value: "\x1b[2J\u202e" + "x".repeat(10_000),
        }),
        words: "",
      },
      unit: "W",
      sign: "import_positive",
    }],
    certainty: "proved",
    reasons: [],
    others: [],
  }, { columns: 60, colours: false });
  expect(["\x1b", "\u202e"].filter((one) => text.includes(one))).toEqual([]);
  expect(text.length).toBeLessThan(600);
});

describe("files", () => {
  let folder: string;
  beforeEach(async () => folder = await Deno.makeTempDir({ prefix: "setup-" }));
  afterEach(() => Deno.remove(folder, { recursive: true }));

  test("a server that does not answer leaves nothing behind", async () => {
    const touched = effects({ env: { METRICS_URL: "http://127.0.0.1:9" } });
    expect(await setup(["--yes", "--dir", `${folder}/new`], touched)).toBe(1);
    expect([...Deno.readDirSync(folder)]).toEqual([]);
  });
});
