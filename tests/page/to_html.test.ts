import { createHash } from "node:crypto";
import { parseHTML } from "linkedom";
import { beforeAll, describe, expect, test } from "vitest";
import { parseHousehold } from "../../src/household.ts";
import { toCsv } from "../../src/tables/csv_json.ts";
import type { PageData } from "../../src/page/page_data.ts";
import { toHtml } from "../../src/page/to_html.tsx";
import { stretch, ZONE } from "../plots/house.ts";
import { days, emptyRow } from "../tables/tables.ts";
import { pageOf } from "./page_of.ts";

/** Six days around the end of summer time, two of them with gaps. */
const RANGE = { from: "2025-10-22", to: "2025-10-27" };
const BLIND = {
  grid: stretch("2025-10-23", "09:00", "12:00"),
  inverter: stretch("2025-10-24", "10:00", "11:00"),
};

const parse = (html: string): Document => parseHTML(html).document as unknown as Document;
const all = (document: Document, selector: string) => [...document.querySelectorAll(selector)];

let data: PageData, html: string, page: Document;
beforeAll(async () => {
  data = await pageOf(RANGE, BLIND);
  html = await toHtml(data);
  page = parse(html);
});

describe("a page", () => {
  test("says whether it asks a server: a file does not, the page of 'serve' does", async () => {
    const said = (document: Document) =>
      document.querySelector("footer")!.textContent!.replace(/\s+/g, " ");
    expect(said(page)).toContain("it loads nothing and sends nothing");
    const live = said(parse(await toHtml(data, { live: true })));
    expect(live).not.toContain("loads nothing");
    expect(live).toContain("It asks 'deno task serve' on this machine for newer numbers");
  });

  test("refers to nothing outside of itself", () => {
    const addresses = all(page, "*").flatMap((element) =>
      [...element.attributes].filter(({ name }) => /^(xlink:)?(href|src|srcset|action)$/.test(name))
        .map(({ value }) => value)
    );
    expect(addresses.length).toBeGreaterThan(5);
    expect(addresses.filter((address) => !/^(#|data:)/.test(address))).toEqual([]);
    expect(page.querySelector("style")!.textContent).not.toMatch(/url\(|@import/);
    expect(html.replaceAll(/xmlns(:xlink)?="[^"]*"|data:image\/svg\+xml[^"]*/g, "")).not.toMatch(
      /https?:/,
    );
  });

  test("lets a browser apply and run only its own style sheet and script", () => {
    const hash = (element: Element) =>
      `'sha256-${createHash("sha256").update(element.textContent!).digest("base64")}'`;
    const policy = page.querySelector('meta[http-equiv="Content-Security-Policy"]')!
      .getAttribute("content")!;
    const rules = policy.split("; ");
    const [styles, scripts] = [all(page, "style"), all(page, "script")];
    expect([styles.length, scripts.length]).toEqual([1, 1]);
    expect(rules).toEqual([
      "default-src 'none'",
      `style-src ${hash(styles[0]!)}`,
      `script-src ${hash(scripts[0]!)}`,
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    // Neither would be applied.
    expect(all(page, "[style]")).toEqual([]);
  });

  test("names each thing once, and refers only to what there is", () => {
    const ids = all(page, "[id]").map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    const targets = [
      ...all(page, 'a[href^="#"]').map((link) => link.getAttribute("href")!.slice(1)),
      ...all(page, "[aria-labelledby]").map((one) => one.getAttribute("aria-labelledby")!),
    ];
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test("has headings in order, and one of each landmark", () => {
    const levels = all(page, "h1, h2, h3, h4").map(({ tagName }) => Number(tagName.slice(1)));
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    levels.forEach((level, i) => expect(level - (levels[i - 1] ?? 0)).toBeLessThanOrEqual(1));
    for (const name of ["header", "nav", "main", "footer"]) expect(all(page, name)).toHaveLength(1);
    expect(page.querySelector("body > a")?.getAttribute("href")).toBe("#content");
  });

  test("says what each plot shows, and what each table holds", () => {
    const plots = all(page, "figure svg");
    expect(plots.length).toBeGreaterThan(10);
    for (const plot of plots) {
      expect(plot.getAttribute("role")).toBe("img");
      expect(plot.getAttribute("aria-label")!.length).toBeGreaterThan(40);
    }
    const tables = all(page, "table");
    expect(tables.length).toBeGreaterThan(6);
    for (const table of tables) {
      expect(table.querySelector("caption")!.textContent!.length).toBeGreaterThan(5);
      for (const line of table.querySelectorAll("tbody tr")) {
        expect(line.firstElementChild!.getAttribute("scope")).toBe("row");
      }
      for (const head of table.querySelectorAll("thead th")) {
        expect(head.getAttribute("scope")).toBe("col");
      }
    }
  });

  test("has the CSV in it, byte for byte", () => {
    const link = page.querySelector("a[download]")!;
    const [kind, base64] = link.getAttribute("href")!.split(",");
    expect(kind).toBe("data:text/csv;charset=utf-8;base64");
    const bytes = Uint8Array.fromBase64(base64!);
    expect(new TextDecoder().decode(bytes)).toBe(toCsv(data.table));
    expect(link.getAttribute("download")).toBe("wattbook_2025-10-22_2025-10-27.csv");
  });

  test("marks the days that are not complete, and tells of gaps and repairs", () => {
    const incomplete = all(page, "#table tr.incomplete th").map((one) => one.textContent);
    // The first and the last day are known by power alone, which covers their daylight.
    expect(incomplete).toEqual(["2025-10-23 *"]);
    const quality = page.querySelector("#quality")!.textContent!;
    expect(quality).toContain("5 of 6 days are complete");
    expect(quality).toMatch(/meter, [a-z ]+1\s*3\u202fh/);
    expect(quality).toMatch(/inverter, logger down1\s*1\u202fh/);
  });

  test("is the same for the same data", async () => {
    expect(await toHtml(data)).toBe(html);
  });
});

describe("what others wrote", () => {
  const HOSTILE = [
    '"><img src=x onerror=alert(1)>',
    "</style><script>alert(2)</script>",
    "<!--<script>&lt;b&gt;",
  ] as const;

  test("stays text wherever it stands", async () => {
    const [first, second, third] = HOSTILE;
    const samples = data.samples!;
    const evil = await toHtml({
      ...data,
      table: { ...data.table, notices: [...HOSTILE] },
      days: { ...data.days, source: second },
      samples: {
        analysis: {
          ...samples.analysis,
          gaps: {
            ...samples.analysis.gaps,
            grid: samples.analysis.gaps.grid.map((gap) => ({ ...gap, evidence: first })),
          },
        },
        power: {
          ...samples.power,
          strings: samples.power.strings.map((one, i) => ({ ...one, name: HOSTILE[i]! })),
        },
        closeUps: samples.closeUps.map((one) => ({ ...one, reason: third })),
      },
    });
    const document = parse(evil);
    expect(all(document, "script, style, iframe, object, embed, form, img")).toHaveLength(2);
    const handlers = all(document, "*").flatMap((element) =>
      [...element.attributes].filter(({ name }) => name.startsWith("on"))
    );
    expect(handlers).toEqual([]);
    expect(all(document, ".notices li").map((one) => one.textContent)).toEqual([...HOSTILE]);
    expect(document.querySelector(".facts")!.textContent).toContain(second);
    expect(document.querySelector("#quality")!.textContent).toContain(first);
    expect(document.querySelector("#power figcaption")!.textContent).toBe(third);
    const strings = all(document, "#power svg").find((svg) =>
      svg.getAttribute("aria-label")!.startsWith("Power per string")
    )!;
    expect(strings.textContent).toContain(first);
    expect(document.querySelector("#strings-caption ~ tbody")!.textContent).toContain(second);
  });
});

describe("a page of a period of which not all is known", () => {
  const titles = (document: Document) =>
    all(document, ".wide svg").map((svg) => svg.getAttribute("aria-label")!.split(".")[0]);

  test("says that nothing is known of a silent house", async () => {
    const nothing = { start: 0, end: Infinity };
    const silent = await toHtml(await pageOf(RANGE, { grid: nothing, inverter: nothing }));
    const document = parse(silent);
    expect(document.querySelector(".summary")!.textContent).toBe(
      "There is no data for this period.",
    );
    expect(titles(document)).toEqual(["Coverage per day"]);
    expect(document.querySelector("#energy")!.textContent).toContain(
      "There is no energy data for this period",
    );
    expect(document.querySelector("#quality")!.textContent).toContain("nothing to reconcile");
    expect(document.querySelector("main")!.textContent).not.toMatch(/NaN|undefined|Infinity|null/);
  });

  test("speaks of no roof where there is none", async () => {
    const household = parseHousehold({
      zone: ZONE,
      roles: { generation_power: null, yield_today: null, yield_total: null, string_power: null },
    });
    const table = days("2025-06-01", "2025-06-02", {
      "2025-06-01": { ...emptyRow(), date: "2025-06-01", import_kwh: 6, complete: true, flags: [] },
      "2025-06-02": { ...emptyRow(), date: "2025-06-02", import_kwh: 7, complete: true, flags: [] },
    });
    const document = parse(
      await toHtml({ table, days: table, household, samples: null, made: 0 }),
    );
    expect(document.querySelector(".summary")!.textContent).toBe(
      "The house drew 13.00\u202fkWh from the grid.",
    );
    expect(all(document, ".card dt").map((one) => one.textContent)).toEqual(["Import"]);
    expect(document.querySelector("#figures")!.textContent).not.toMatch(/yield|PV|roof/i);
    expect(titles(document)).toEqual(["Energy per day"]);
  });

  test("says what is missing where the server computed the days", async () => {
    const table = days("2025-06-01", "2025-06-02");
    const document = parse(await toHtml({ ...data, table, days: table, samples: null }));
    expect(titles(document)).toEqual(["Energy flows", "Energy per day"]);
    expect(all(document, "#power")).toEqual([]);
    expect(all(document, 'nav a[href="#power"]')).toEqual([]);
    expect(document.querySelector("#quality")!.textContent).toContain("need raw samples");
  });

  test("has no days at all", async () => {
    const none = { ...days("2025-06-01", "2025-06-01"), rows: [] };
    const document = parse(await toHtml({ ...data, table: none, days: none, samples: null }));
    expect(document.querySelector(".period")!.textContent).toBe("No days");
    expect(document.querySelector("a[download]")!.getAttribute("download")).toBe("wattbook.csv");
  });

  test("sums up longer periods, of which a long table of days has its months above it", async () => {
    const table = days("2025-01-01", "2025-03-31", { "2025-02-03": { complete: false } });
    const document = parse(await toHtml({ ...data, table, days: table, samples: null }));
    const captions = all(document, "#table caption").map((one) => one.textContent!.split("*")[0]);
    expect(captions).toEqual(["Energy per month", "Energy per day"]);
    const months = all(document, "#per-month-caption ~ tbody th").map((one) => one.textContent);
    expect(months).toEqual(["2025-01", "2025-02 *", "2025-03"]);
  });
});
