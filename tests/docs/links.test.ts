import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import alertsJson from "../../alerts/deno.json" with { type: "json" };
import denoJson from "../../deno.json" with { type: "json" };

const PAGES = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" }).trim().split("\n");
const TASKS = Object.keys({ ...denoJson.tasks, ...alertsJson.tasks });

/** What a page mentions in the form of a pattern. */
function mentions(page: string, pattern: RegExp): string[] {
  return [...readFileSync(page, "utf8").matchAll(pattern)].map(([, mentioned]) => mentioned!);
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): Set<string> {
  const text = readFileSync(page, "utf8").replaceAll(/^```[^]*?^```$/gm, "");
  const anchors = new Set<string>();
  for (const [, heading] of text.matchAll(/^#{1,6} +(.+?)\s*#*$/gm)) {
    const slug = heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}_\- ]/gu, "").replaceAll(" ", "-");
    let name = slug;
    for (let again = 1; anchors.has(name); again++) name = `${slug}-${again}`;
    anchors.add(name);
  }
  return anchors;
}

describe.each(PAGES)("%s", (page) => {
  const folder = dirname(page);
  // A page of the second product may write paths from its root.
  const roots = [".", folder, ...(page.startsWith("alerts/") ? ["alerts"] : [])];

  test("links to files that exist", () => {
    const links = mentions(page, /\]\(([^)#\s]+)(?:#[^)]*)?\)/g)
      .filter((link) => !/^https?:/.test(link));
    expect(links.filter((link) => !existsSync(join(folder, link)))).toEqual([]);
  });

  test("links to headings that exist", () => {
    const links = mentions(page, /\]\((?!https?:)([^)\s]*#[^)\s]+)\)/g);
    const isThere = (link: string) => {
      const [path, anchor] = link.split("#") as [string, string];
      const target = path === "" ? page : join(folder, path);
      return !target.endsWith(".md") || (existsSync(target) && anchorsOf(target).has(anchor));
    };
    expect(links.filter((link) => !isThere(link))).toEqual([]);
  });

  test("names files and folders of the project that exist", () => {
    const paths = mentions(
      page,
      /`((?:alerts|bench|bin|data|deploy|docs|notebooks|npm|src|tests)\/[\w./-]+)`/g,
    );
    const isThere = (path: string) => roots.some((root) => existsSync(join(root, path)));
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  test("names tasks that exist", () => {
    const tasks = mentions(page, /\bdeno(?:@[\d.]+)? task ([a-z][\w:-]*)/g);
    expect(tasks.filter((task) => !TASKS.includes(task))).toEqual([]);
  });
});

test("headings become the anchors that GitHub makes", () => {
  expect(anchorsOf("docs/faq.md")).toContain("does-it-work-with-home-assistants-own-database");
  expect(anchorsOf("docs/faq.md")).not.toContain("does-it-work-with-home-assistant");
});

test("the pages have links, paths and tasks", () => {
  const all = (pattern: RegExp) => PAGES.flatMap((page) => mentions(page, pattern)).length;
  expect(all(/\]\(([^)#\s]+)/g)).toBeGreaterThan(50);
  expect(all(/`((?:src|tests)\/)/g)).toBeGreaterThan(20);
  expect(all(/\bdeno(?:@[\d.]+)? task ([a-z])/g)).toBeGreaterThan(30);
});
