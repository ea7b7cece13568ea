import { describe, expect, test } from "vitest";
import { runSetUp, sectionOf, SET_UPS } from "../setup/set_ups.ts";
import { PROMETHEUS } from "./prometheus.ts";
import { installed } from "./running_server.ts";
import { VICTORIA_METRICS } from "./victoria_metrics.ts";

const areInstalled = await installed(PROMETHEUS) && await installed(VICTORIA_METRICS);

/** `deno fmt` breaks the lines of a page where it likes. */
const words = (text: string) => text.replaceAll(/\s+/g, " ");

describe.skipIf(!areInstalled)("docs/setup.md shows what setup does", () => {
  test.each(SET_UPS)("$title", async (one) => {
    const page = await Deno.readTextFile("docs/setup.md");
    expect(words(page)).toContain(words(sectionOf(one, await runSetUp(one))));
  }, 180_000);
});
