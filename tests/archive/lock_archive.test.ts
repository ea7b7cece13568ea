import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { lockArchive } from "../../src/archive/lock_archive.ts";

test("lockArchive() admits one writer", async () => {
  const dir = await mkdtemp(`${tmpdir()}/archive-`);
  {
    using _lock = await lockArchive(dir);
    await expect(lockArchive(dir)).rejects.toMatchObject({ code: "ARCHIVE_IN_USE" });
  }
  await rm(dir, { recursive: true });
});
