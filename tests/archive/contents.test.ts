import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pl from "nodejs-polars";
import { afterEach, beforeEach, expect, test } from "vitest";
import { archiveSize, householdNames, monthsIn } from "../../src/archive/contents.ts";
import { householdFolder } from "../../src/archive/layout.ts";
import { openArchive } from "../../src/archive/open_archive.ts";
import { writeArchive } from "../../src/archive/write_archive.ts";
import { selector } from "../../src/selector.ts";
import { load } from "../notation.ts";

let dir: string;
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), "homes-"))));
afterEach(() => rm(dir, { recursive: true }));

test("archives of households lie side by side, and each opens by itself", async () => {
  for (const [index, name] of ["Weber, no. 7", "abc"].entries()) {
    await writeArchive(householdFolder(dir, name), load(`power ${index}`));
  }
  await writeFile(join(dir, "notes.txt"), "");
  expect(await householdNames(dir)).toEqual(["Weber, no. 7", "abc"]);
  const archive = await openArchive(householdFolder(dir, "abc"));
  const { columns } = await archive.samples(selector("power"), { start: 0, end: 1 });
  expect([...columns.value]).toEqual([1]);
  expect(await householdNames(householdFolder(dir, "abc"))).toEqual([]);
});

test("Polars scans them all at once, with the household as a column", async () => {
  for (const [index, name] of ["a", "b c"].entries()) {
    await writeArchive(householdFolder(dir, name), load(`power ${index} 5`));
  }
  const frame = await pl.scanParquet(`${dir}/household=*/metric=power/month=*/data.parquet`, {
    hivePartitioning: true,
  }).groupBy("household").agg(pl.col("value").sum()).sort("household").collect();
  expect(frame.rows()).toEqual([["a", 5], ["b c", 6]]);
});

test("a folder of several is not opened by mistake", async () => {
  await writeArchive(householdFolder(dir, "abc"), load("power 1"));
  await writeArchive(householdFolder(dir, "def"), load("power 1"));
  await expect(openArchive(dir)).rejects.toMatchObject({
    code: "BAD_ARCHIVE",
    message: `'${dir}' holds the archives of 2 households`,
    hint: `Open one of them, such as ${join(dir, "household=abc")}.`,
  });
  await expect(householdNames(join(dir, "absent"))).rejects.toMatchObject({ code: "BAD_ARCHIVE" });
});

test("monthsIn() finds none where there is no archive", async () => {
  expect(await monthsIn("no/such/archive", "power")).toEqual([]);
});

test("archiveSize() is zero where there is no archive", async () => {
  expect((await archiveSize("no/such/archive")).files).toBe(0);
});
