import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import denoJson from "../../deno.json" with { type: "json" };
import devJson from "../../deno.dev.json" with { type: "json" };
import alertsJson from "../../alerts/deno.json" with { type: "json" };
import { LOCKS } from "./locks.ts";
import { trimLock } from "./trim_lock.ts";

/** What only tests and benches import. */
const ONLY_DEV = [
  "@duckdb/node-api",
  "@modelcontextprotocol/client",
  "@types/culori",
  "axe-core",
  "culori",
  "fast-check",
  "fast-png",
  "gpt-tokenizer",
  "highs",
  "playwright-core",
  "prometheus-query",
  "vitest",
];

describe("the packages", () => {
  test("have one version each, wherever they are named", () => {
    const versions = new Map<string, Set<string>>();
    for (const { imports } of [denoJson, devJson, alertsJson]) {
      for (const [name, version] of Object.entries<string>(imports)) {
        versions.set(name, (versions.get(name) ?? new Set()).add(version));
      }
    }
    expect([...versions].filter(([, { size }]) => size > 1)).toEqual([]);
    expect(versions.size).toBeGreaterThan(40);
    // Exact versions, as the locks have them.
    for (const version of [...versions.values()].flatMap((set) => [...set])) {
      expect(version).toMatch(/^npm:\/?(@[\w-]+\/)?[\w-]+@\d+\.\d+\.\d+(-[\w.]+)?\/?$/);
    }
  });

  test("of tests and benches are those of the toolkit and a few more", () => {
    const { imports, compilerOptions } = devJson;
    expect(Object.keys(imports)).toEqual([...Object.keys(denoJson.imports), ...ONLY_DEV].sort());
    expect(compilerOptions).toEqual(denoJson.compilerOptions);
  });

  test("of the locks have one integrity each, and none is for musl", async () => {
    const integrities = new Map<string, Set<string>>();
    for (const lock of LOCKS) {
      const text = await readFile(lock, "utf8");
      expect(trimLock(text)).toBe(text);
      expect(text).not.toMatch(/musl|https?:/);
      for (
        const [name, { integrity }] of Object.entries<{ integrity: string }>(
          JSON.parse(text).npm,
        )
      ) {
        integrities.set(name, (integrities.get(name) ?? new Set()).add(integrity));
      }
    }
    expect([...integrities].filter(([, { size }]) => size > 1)).toEqual([]);
  });
});

test("the lock of the toolkit has what its configuration names, and no test's package", async () => {
  const lock = JSON.parse(await readFile(LOCKS[0]!, "utf8"));
  const named = Object.values(denoJson.imports).map((one) => one.replace(/^npm:\/?|\/$/g, ""));
  expect(Object.keys(lock.specifiers).map((one) => one.slice("npm:".length)).sort())
    .toEqual(named.sort());
  for (const name of ["vitest@", "@duckdb/", "rolldown@", "playwright-core@"]) {
    expect(Object.keys(lock.npm).filter((one) => one.startsWith(name))).toEqual([]);
  }
});

test("the toolkit imports every package that its configuration names", async () => {
  const files = await readdir("src", { recursive: true });
  const code = await Promise.all(
    files.filter((name) => /\.tsx?$/.test(name)).map((name) => readFile(`src/${name}`, "utf8")),
  );
  // Types of packages, and what packages want beside them, are in no import.
  const unused = Object.keys(denoJson.imports)
    .filter((name) => !name.startsWith("@types/") && !name.startsWith("@lezer/"))
    .filter((name) =>
      !code.some((text) => text.includes(`"${name}"`) || text.includes(`"${name}/`))
    );
  expect(unused).toEqual([]);
});

test("trimLock() takes out what is for musl, and leaves a lock", () => {
  const entry = (name: string) => `    "${name}@1.0.0": {\n      "os": ["linux"]\n    }`;
  const lock = (...names: string[]) =>
    `{\n  "npm": {\n${
      [
        ...names.map(entry),
        `    "lib@1.0.0": {\n      "optionalDependencies": [\n${
          names.map((name) => `        "${name}"`).join(",\n")
        }\n      ]\n    }`,
      ].join(",\n")
    }\n  }\n}\n`;
  expect(trimLock(lock("lib-gnu", "lib-musl"))).toBe(lock("lib-gnu"));
  expect(trimLock(lock("@a/lib-musl", "lib-gnu"))).toBe(lock("lib-gnu"));
  expect(trimLock(lock("lib-gnu", "lib-win"))).toBe(lock("lib-gnu", "lib-win"));
});

test("every page and script starts the same Deno", async () => {
  const files = ["README.md", "CONTRIBUTING.md", ".ci/run", "docs/verify.md", "alerts/README.md"];
  const found = new Set<string>();
  for (const file of files) {
    const text = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
    for (const [, version] of text.matchAll(/\bdeno@(\d[\d.]*\d)/g)) found.add(version!);
  }
  expect([...found]).toEqual([Deno.version.deno]);
});
