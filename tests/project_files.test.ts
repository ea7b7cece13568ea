import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../src/config.ts";
import { findProjectFile } from "../src/project_files.ts";

interface Disk {
  readonly cwd: string;
  readonly home?: string;
  readonly paths: readonly string[];
  /** Folders of another person. */
  readonly foreign?: readonly string[];
}

const find = ({ cwd, home = "/home/me", paths, foreign = ["/", "/home"] }: Disk) =>
  findProjectFile(".env", {
    cwd,
    home,
    exists: (path) => paths.includes(path),
    ownerOf: (folder) => foreign.includes(folder) ? 0 : 1000,
  });

describe("findProjectFile()", () => {
  test.each<[string, Disk, string | undefined]>([
    ["in the working folder", { cwd: "/srv/a", paths: ["/srv/a/.env"] }, ".env"],
    [
      "at the project's top, from a folder below it",
      {
        cwd: "/srv/solar/notebooks/own",
        paths: ["/srv/solar/deno.json", "/srv/solar/.env"],
      },
      "../../.env",
    ],
    [
      "the nearest of two",
      {
        cwd: "/srv/solar/notebooks",
        paths: ["/srv/solar/.git", "/srv/solar/.env", "/srv/solar/notebooks/.env"],
      },
      ".env",
    ],
    [
      "below the home folder also without a mark",
      { cwd: "/home/me/solar/notebooks", paths: ["/home/me/solar/.env"] },
      "../.env",
    ],
    [
      "in the home folder, if that is the working folder",
      { cwd: "/home/me", paths: ["/home/me/.env"] },
      ".env",
    ],
  ])("finds it %s", (_, disk, found) => {
    expect(find(disk)).toBe(found);
  });

  test.each<[string, Disk]>([
    [
      "above the project's top",
      { cwd: "/srv/all/solar", paths: ["/srv/all/solar/deno.json", "/srv/all/.env"] },
    ],
    ["in the home folder from below", { cwd: "/home/me/solar", paths: ["/home/me/.env"] }],
    [
      "in a home folder that is a repository itself",
      { cwd: "/home/me/solar", paths: ["/home/me/.git", "/home/me/.env"] },
    ],
    ["in a folder without a mark elsewhere", { cwd: "/tmp/a/b", paths: ["/tmp/a/.env"] }],
    [
      "in a project of another person",
      {
        cwd: "/tmp/mine",
        paths: ["/tmp/deno.json", "/tmp/.env"],
        foreign: ["/", "/tmp"],
      },
    ],
    [
      "where the home folder is not known and nothing marks a project",
      { cwd: "/home/me/solar/notebooks", home: "", paths: ["/home/me/solar/.env"] },
    ],
  ])("does not take one %s", (_, disk) => {
    expect(find(disk)).toBeUndefined();
  });

  test("lets a program in a folder below find the project's settings", async () => {
    const folder = await mkdtemp(join(tmpdir(), "project-"));
    const before = Deno.cwd();
    try {
      await mkdir(join(folder, "notebooks"));
      await writeFile(join(folder, "deno.json"), "{}");
      await writeFile(join(folder, ".env"), "HOUSEHOLD_ZONE=Asia/Tokyo");
      Deno.chdir(join(folder, "notebooks"));
      expect(loadConfig({ get: () => undefined }).zone).toBe("Asia/Tokyo");
    } finally {
      Deno.chdir(before);
      await rm(folder, { recursive: true });
    }
  });
});
