import pl from "nodejs-polars";
import { expect, test } from "vitest";
import { ReadableFrame } from "../../src/house/readable_frame.ts";

const DISPLAY = Symbol.for("Jupyter.display");

const result = new ReadableFrame({
  frame: pl.DataFrame({ import_kwh: [1.234], kettle_wh: [5] }),
  title: "A day of <Ada & Co>",
  zone: "UTC",
  notices: ["One sample is missing"],
  shown: ["import_kwh"],
});

test("is shown with its title, its columns of interest and its notices", () => {
  expect(String(result)).toBe(
    "A day of <Ada & Co>\n\nimport_kwh\n       kWh\n──────────\n      1.23\n" +
      "notice: One sample is missing",
  );
  const shown = (result as unknown as Record<symbol, () => Record<string, string>>)[DISPLAY]!
    .call(result);
  expect(shown["text/plain"]).toBe(String(result));
  expect(shown["text/html"]).toMatch(
    /^<p>A day of &lt;Ada &amp; Co&gt;<\/p>\n<table>[^]*<p><em>One sample is missing<\/em><\/p>$/,
  );
});

test("keeps all columns in its frame, and shows them when asked to", () => {
  expect(result.frame.columns).toEqual(["import_kwh", "kettle_wh"]);
  expect(result.readable({ decimals: 1 }).rows).toEqual([["1.2"]]);
});

test("makes its frame when it is first looked at, once", () => {
  let made = 0;
  const lazy = new ReadableFrame({
    frame: () => {
      made++;
      return pl.DataFrame({ a: [1] });
    },
    title: "",
    zone: "UTC",
  });
  expect(made).toBe(0);
  expect(lazy.frame).toBe(lazy.frame);
  expect(made).toBe(1);
});
