import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { notWritten, removeLeftovers, writeMonth } from "../../src/archive/write_archive.ts";
import { load } from "../notation.ts";

let dir: string;
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), "month-"))));
afterEach(() => rm(dir, { recursive: true, force: true }));

const place = { metric: "power", month: "1970-01" };
const record = { selectors: ["power"], from: 0, to: 9, finished: false };

describe("writeMonth()", () => {
  test.skipIf(Deno.build.os !== "linux")(
    "tells that the disk is full and keeps the old file",
    async () => {
      const file = await writeMonth(dir, load("power 1"), place);
      const before = await readFile(file);
      await symlink("/dev/full", join(dirname(file), ".data.parquet.partial"));
      const writing = writeMonth(dir, load("power 1 2"), place);
      await expect(writing).rejects.toMatchObject({
        code: "FILE_NOT_WRITTEN",
        message: `Cannot write '${file}': no space left on device`,
        hint: expect.stringContaining("Make room"),
      });
      expect(await readFile(file)).toEqual(before);
      expect(await readdir(dirname(file))).toEqual(["data.parquet"]);
    },
  );

  test("tells that a file stands in the way", async () => {
    await writeFile(join(dir, "metric=power"), "");
    await expect(writeMonth(dir, load("power 1"), place)).rejects.toMatchObject({
      code: "FILE_NOT_WRITTEN",
      message: expect.stringMatching(/metric=power.*': (not a directory|file already exists)$/),
      hint: expect.stringContaining("move it away"),
    });
  });

  test("tells that a folder stands where the file should be, and removes its own trace", async () => {
    const folder = join(dir, "metric=power", "month=1970-01");
    await mkdir(join(folder, "data.parquet", "full"), { recursive: true });
    await expect(writeMonth(dir, load("power 1"), place))
      .rejects.toMatchObject({ code: "FILE_NOT_WRITTEN" });
    expect(await readdir(folder)).toEqual(["data.parquet"]);
  });

  test("replaces what a killed process left half-written", async () => {
    const folder = join(dir, "metric=power", "month=1970-01");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, ".data.parquet.partial"), "PAR1 and no more");
    await writeMonth(dir, load("power 1"), place);
    expect(await readdir(folder)).toEqual(["data.parquet"]);
  });

  test("packs a finished month tighter than one that goes on", async () => {
    const noisy = `power ${
      Array.from({ length: 5000 }, (_, i) => Math.sin(i).toFixed(2)).join(" ")
    }`;
    const size = async (finished: boolean) =>
      (await readFile(
        await writeMonth(dir, load(noisy), {
          ...place,
          record: { ...record, finished },
        }),
      )).length;
    expect(await size(true)).toBeLessThan(await size(false));
  });
});

test("removeLeftovers() removes nothing where there is no archive", async () => {
  expect(await removeLeftovers("no/such/archive")).toBe(0);
});

test("notWritten() gives the reason and a hint", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
  });
  const error = notWritten("a/data.parquet", full);
  expect(error.message).toBe("Cannot write 'a/data.parquet': no space left on device");
  expect(error.hint).toMatch(/^Make room/);
});
