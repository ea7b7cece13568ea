import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { denoEnvironment } from "../run.ts";
import { launchChromium, openFile } from "./chromium.ts";

const ALERTS = fileURLToPath(new URL("../../alerts/", import.meta.url));
const browser = await launchChromium();

describe.skipIf(browser === null)("the page of a replay in Chromium", () => {
  let folder: string, file: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "replay-page-"));
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", `--config=${ALERTS}deno.json`, "--node-modules-dir=manual", "-A"],
        ...[`${ALERTS}replay/main.ts`, "--runs", folder],
      ],
      env: denoEnvironment(),
      stdout: "null",
    }).output();
    expect(code).toBe(0);
    const [run] = await Array.fromAsync(Deno.readDir(folder));
    file = join(folder, run!.name, "report.html");
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  test.each([1200, 390])("shows all of its tables at %i px", async (width) => {
    await using open = await openFile(browser!, file, { viewport: { width, height: 800 } });
    const tooWide = await open.page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll(".wide")]
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => `${one.ariaLabel}: ${one.scrollWidth} in ${one.clientWidth} px`)
    );
    expect(tooWide).toEqual([]);
    expect(open.requests).toEqual([]);
    expect(open.complaints).toEqual([]);
  });

  test.each([1200, 390])("can be read by everybody at %i px", async (width) => {
    await using open = await openFile(browser!, file, { viewport: { width, height: 800 } });
    await open.page.evaluate(axe.source);
    const { violations } = await open.page.evaluate(() => {
      // The cases are all alike; looking at each of them would take most of the time.
      for (const one of document.querySelectorAll("details ~ details")) one.remove();
      return (globalThis as unknown as { axe: typeof axe }).axe.run("main");
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 120)}`)).toEqual([]);
  });
});
