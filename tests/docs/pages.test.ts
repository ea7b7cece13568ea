import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { howMany } from "../how_many.ts";
import { denoEnvironment } from "../run.ts";

const ROOT = new URL("../../", import.meta.url);
const pages = [
  "README.md",
  ...(await readdir("docs")).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`),
];

/** All TypeScript of a page, as one program. */
async function programOf(page: string): Promise<string> {
  const blocks = (await readFile(page, "utf8")).matchAll(/^```ts\n([^]*?)^```/gm);
  return [...blocks].map(([, code]) =>
    code!.replaceAll("../mod.ts", new URL("mod.ts", ROOT).href)
      .replaceAll(/(\.\.\/)?data\/tariffs\//g, new URL("data/tariffs/", ROOT).pathname)
  ).join("\n");
}
const programs = (await Promise.all(
  pages.map(async (page) => [page, await programOf(page)] as const),
)).filter(([, program]) => program !== "");

/** What needs a server or an archive of the reader's own is checked, but not run. */
const isOwn = (program: string) => /server: true|scanParquet\(/.test(program);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pages-"));
  for (const [page, program] of programs) await writeFile(fileOf(page), program);
});
afterAll(() => rm(folder, { recursive: true }));

function fileOf(page: string): string {
  return join(folder, `${page.replaceAll(/\W/g, "_")}.ts`);
}

async function deno(args: readonly string[]): Promise<{ code: number; stderr: string }> {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: folder,
    clearEnv: true,
    env: { ...denoEnvironment(), NO_COLOR: "1" },
    stdin: "null",
    stdout: "null",
  }).output();
  return { code, stderr: new TextDecoder().decode(stderr) };
}

const CONFIG = `--config=${new URL("deno.json", ROOT).pathname}`;

test("eight pages and the README have code", () => {
  expect(programs.map(([page]) => page).sort()).toEqual([
    "README.md",
    "docs/archive.md",
    "docs/battery-whatif.md",
    "docs/gallery.md",
    "docs/household.md",
    "docs/money.md",
    "docs/scale.md",
    "docs/server_side.md",
    "docs/trust.md",
  ]);
  expect(programs.filter(([, program]) => !isOwn(program))).toHaveLength(6);
});

test("the code of all pages has the types that it needs", async () => {
  expect(await deno(["check", "--quiet", CONFIG, ...programs.map(([page]) => fileOf(page))]))
    .toEqual({ code: 0, stderr: "" });
}, 120_000);

/** It draws every plot of a year, and so does tests/plots. */
const DRAWN = "docs/gallery.md";
const run = programs.filter(([page, program]) =>
  !isOwn(program) && (page !== DRAWN || howMany(1, 0) === 1)
);

test.each(run)(
  "the code of %s runs",
  async (page) => {
    const { code, stderr } = await deno(["run", "-A", "--no-check", CONFIG, fileOf(page)]);
    expect(stderr).toMatch(/^$|^This is the simulated demo household/);
    expect(code, stderr).toBe(0);
  },
  60_000,
);
