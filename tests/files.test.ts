import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isFile, isPartial, openWhole, readTextIfPresent, replaceFile } from "../src/files.ts";

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "whole-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const listing = () => Array.from(Deno.readDirSync(folder), ({ name }) => name).sort();
async function write(path: string, content: string | Uint8Array): Promise<void> {
  await using file = await openWhole(path);
  await file.commit(content);
}

describe("openWhole()", () => {
  test("puts the content in place, and nothing else", async () => {
    await write(join(folder, "a.csv"), "äöü\r\n");
    expect(listing()).toEqual(["a.csv"]);
    expect(Deno.readTextFileSync(join(folder, "a.csv"))).toBe("äöü\r\n");
  });

  test("writes bytes of any length", async () => {
    const bytes = new Uint8Array(300_000).map((_, index) => index % 251);
    await write(join(folder, "a.parquet"), bytes);
    expect(Deno.readFileSync(join(folder, "a.parquet"))).toEqual(bytes);
  });

  test("leaves the older file as it is until the new one is whole", async () => {
    const path = join(folder, "a.csv");
    Deno.writeTextFileSync(path, "a longer, older content");
    {
      await using file = await openWhole(path);
      expect(Deno.readTextFileSync(path)).toBe("a longer, older content");
      await file.commit("new");
    }
    expect(Deno.readTextFileSync(path)).toBe("new");
  });

  test("leaves nothing behind without commit", async () => {
    const path = join(folder, "a.csv");
    const failing = async () => {
      await using _file = await openWhole(path);
      expect(listing()).toEqual([expect.stringMatching(/^\.a\.csv\.\w+\.partial$/)]);
      throw new Error("on the way");
    };
    await expect(failing()).rejects.toThrow("on the way");
    expect(listing()).toEqual([]);
  });

  test("replaces the file behind a link, keeps the link and the file's mode", async () => {
    const path = join(folder, "real.csv"), link = join(folder, "link.csv");
    Deno.writeTextFileSync(path, "old", { mode: 0o640 });
    Deno.symlinkSync(path, link);
    await write(link, "new");
    expect(Deno.lstatSync(link).isSymlink).toBe(true);
    expect(Deno.readTextFileSync(path)).toBe("new");
    expect(Deno.statSync(path).mode! & 0o777).toBe(0o640);
  });

  test("writes to a device, and does not replace it", async () => {
    await write("/dev/null", "gone");
    expect(Deno.statSync("/dev/null").isCharDevice).toBe(true);
  });

  test.each([
    ["absent/a.csv", "does not exist"],
    ["", "it is a folder"],
    ["file/a.csv", "is not a folder"],
  ])("says why it cannot write '%s'", async (name, reason) => {
    Deno.writeTextFileSync(join(folder, "file"), "");
    const path = join(folder, name);
    await expect(openWhole(path)).rejects.toMatchObject({
      code: "FILE_NOT_WRITTEN",
      message: expect.stringMatching(new RegExp(`^Cannot write '${path}': .*${reason}`)),
    });
    expect(listing()).toEqual(["file"]);
  });

  // The superuser may write everywhere.
  test.skipIf(Deno.uid() === 0)("refuses a file and a folder that are read-only", async () => {
    const path = join(folder, "a.csv");
    Deno.writeTextFileSync(path, "old", { mode: 0o444 });
    await expect(openWhole(path)).rejects.toMatchObject({
      message: expect.stringContaining("permission denied"),
    });
    Deno.chmodSync(folder, 0o555);
    await expect(openWhole(join(folder, "b.csv"))).rejects.toMatchObject({
      message: expect.stringContaining("permission denied"),
    });
    Deno.chmodSync(folder, 0o755);
  });
});

describe("replaceFile()", () => {
  test("replaces the content, and leaves nothing else", async () => {
    const path = join(folder, "data");
    await replaceFile(path, "old");
    await replaceFile(path, Uint8Array.of(1, 2));
    expect([...Deno.readFileSync(path)]).toEqual([1, 2]);
    expect(listing()).toEqual(["data"]);
  });

  test("leaves nothing behind if it fails", async () => {
    await replaceFile(join(folder, "data"), "old");
    await expect(replaceFile(join(folder, "none", "data"), "new"))
      .rejects.toMatchObject({ code: "ENOENT" });
    expect(listing()).toEqual(["data"]);
  });
});

test("isPartial() recognises partial files", () => {
  expect(isPartial(".data.parquet.partial")).toBe(true);
  expect(isPartial("data.parquet")).toBe(false);
});

describe("isFile() and readTextIfPresent()", () => {
  test("tell a file from a folder and from nothing", async () => {
    const path = join(folder, "a.txt");
    Deno.writeTextFileSync(path, "text");
    expect([await isFile(path), await isFile(folder), await isFile(join(folder, "absent"))])
      .toEqual([true, false, false]);
    expect(readTextIfPresent(path)).toBe("text");
    expect(readTextIfPresent(join(folder, "absent"))).toBeUndefined();
  });
});
