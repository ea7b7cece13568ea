/** Every notebook works for any house and any period: change its top cell, and nothing stops it. */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openArchive } from "../../src/archive/open_archive.ts";
import type { SeriesColumns } from "../../src/columns.ts";
import { demoFolder, type DemoName } from "../../src/house/demo_folder.ts";
import { selector } from "../../src/selector.ts";
import { addDays, startOfDay } from "../../src/time.ts";
import { someOf } from "../how_many.ts";
import { PROMETHEUS, startPrometheus } from "../servers/prometheus.ts";
import { installed, type RunningServer } from "../servers/running_server.ts";
import { codeCells, notebookNames, NOTEBOOKS, readNotebook, textOf } from "./notebook.ts";

const MODULE = new URL("../../mod.ts", import.meta.url).href;

/** What the last expression of a cell says when it shows itself. */
type Shown = (value: unknown) => Promise<void>;

interface House {
  readonly demo: true | DemoName;
  /** First and last day of the notebook. */
  readonly period: readonly [from: string, to: string];
  /** Content of a household file; without one the archive's own is used. */
  readonly household?: object;
  /** How the household names itself. */
  readonly named: RegExp;
}

const HOUSES: Readonly<Record<string, House>> = {
  "the demo household, three days": {
    demo: true,
    period: ["2025-10-25", "2025-10-27"],
    named: /Europe\/Berlin, 2 strings/,
  },
  "the demo household, one day": {
    demo: true,
    period: ["2025-06-12", "2025-06-12"],
    named: /Europe\/Berlin, 2 strings/,
  },
  "a house with a battery, and with series of other names": {
    demo: "battery",
    period: ["2025-05-07", "2025-05-09"],
    named: /Europe\/Vienna, 2 strings/,
  },
  "a house without strings": {
    demo: true,
    period: ["2025-08-11", "2025-08-13"],
    household: { zone: "Europe/Berlin", roles: { string_power: null } },
    named: /Europe\/Berlin, no coordinates/,
  },
  "a house without panels": {
    demo: true,
    period: ["2025-08-11", "2025-08-13"],
    household: {
      zone: "Europe/Berlin",
      roles: {
        generation_power: null,
        yield_today: null,
        yield_total: null,
        string_power: null,
        logger_online: null,
      },
    },
    named: /Europe\/Berlin, no coordinates/,
  },
};

// The pitfalls are those of the demo household on certain days: it opens nothing else.
const names = notebookNames().filter((name) => !name.startsWith("02_"));

describe.each(someOf(Object.entries(HOUSES), 4))("%s", (_, { demo, period, household, named }) => {
  let directory: string, server: Promise<RunningServer> | null = null;
  const shown: string[] = [];
  beforeAll(async () => {
    directory = await Deno.makeTempDir({ prefix: "wattbook-any-house-" });
    if (household) {
      await Deno.writeTextFile(`${directory}/household.json`, JSON.stringify(household));
    }
    const show: Shown = async (value) => {
      shown.push(await textOfResult(value));
    };
    Object.assign(globalThis, { showResult: show });
  });
  afterAll(async () => {
    await (await server)?.stop();
    await Deno.remove(directory, { recursive: true });
  });

  test.each(names)("%s", async (name) => {
    shown.length = 0;
    const cells = codeCells(await readNotebook(name)).map(textOf);
    // Without a server, an archive answers no query; a comparison says so and goes on.
    const needed = household ? /\bquery\(/ : /\b(query|verify)\(/;
    const asked = cells.some((code) => needed.test(code));
    if (asked && !await installed(PROMETHEUS)) return expect(Deno.env.get("CI")).not.toBe("true");
    if (asked) server ??= serverOf(demo, period);
    const options = {
      archive: demoFolder(demo),
      ...(household && { household: `${directory}/household.json` }),
      ...(asked && { server: (await server)!.url.href }),
    };
    const code = cells.map((cell) => showing(changed(cell, options, period))).join("\n");
    const file = `${directory}/${name}.ts`;
    await Deno.writeTextFile(file, code.replaceAll("../mod.ts", MODULE));
    await import(/* @vite-ignore */ `file://${file}`);

    expect(shown[0], "the first output says whose data these are").toMatch(named);
    expect(shown.length).toBeGreaterThan(3);
    // A name that the house does not have would be `undefined`.
    expect(shown.join("\n")).not.toMatch(/undefined|\[object |NaN/);
  }, 120_000);
});

describe("each notebook", () => {
  test.each(names)("%s sets house and period in one cell at the top", async (name) => {
    const cells = codeCells(await readNotebook(name)).map(textOf);
    const setting = cells.flatMap((code, index) =>
      /openHousehold\(|\d{4}-\d\d-\d\d/.test(code) ? [index] : []
    );
    // The first cell imports.
    expect(setting).toEqual([1]);
    expect(cells[1]).toMatch(/^home;$/m);
  });

  test.each(names)("%s says nothing that is only true of the demo's dates", async (name) => {
    const prose = (await readNotebook(name)).cells
      .filter(({ cell_type }) => cell_type === "markdown").map(textOf)
      // The assistant's answer says that it is about the demo household.
      .filter((text) => !text.includes("<!-- answer:")).join("\n");
    expect(prose).not.toMatch(
      /\b\d{1,2}\.? (January|February|March|April|May|June|July|August|September|October|November|December)|\b20\d\d-\d\d-\d\d/,
    );
  });
});

/** The top cell with another house and another period. */
function changed(code: string, options: object, [from, to]: House["period"]): string {
  return code
    .replace(/openHousehold\(.*?\)/, `openHousehold(${JSON.stringify(options)})`)
    .replaceAll(/\{ from: "[\d-]+", to: "[\d-]+" \}/g, JSON.stringify({ from, to }))
    .replaceAll(/(?<== )"\d{4}-\d\d-\d\d"/g, JSON.stringify(from))
    .replaceAll(/"\.\.\/data\//g, `"${fileURLToPath(new URL("../data/", NOTEBOOKS))}`);
}

/** A cell whose last expression is shown, as a notebook does. */
function showing(code: string): string {
  const lines = code.split("\n");
  const start = lines.findLastIndex((line) => /^[^\s)\]}./]/.test(line));
  const last = lines.slice(start).join("\n");
  if (/^(const|let|import)\b/.test(last)) return code;
  const expression = last.replace(/;( \/\/.*)?$/, "");
  return [...lines.slice(0, start), `await showResult(${expression});`].join("\n");
}

async function textOfResult(value: unknown): Promise<string> {
  const display = (value as Record<symbol, unknown> | null | undefined)
    ?.[Symbol.for("Jupyter.display")];
  if (typeof display !== "function") return String(value);
  const data: Record<string, string> = await display.call(value);
  return data["text/plain"] ?? "";
}

/** A server that holds the days of the period and two more at both ends. */
function serverOf(demo: House["demo"], [from, to]: House["period"]): Promise<RunningServer> {
  const range = {
    start: startOfDay(addDays(from, -2), "Europe/Berlin"),
    end: startOfDay(addDays(to, 3), "Europe/Berlin"),
  };
  return startPrometheus((async function* (): AsyncGenerator<SeriesColumns> {
    const archive = await openArchive(demoFolder(demo));
    for (const metric of await archive.metrics()) {
      yield (await archive.samples(selector(metric), range)).columns;
    }
  })());
}
