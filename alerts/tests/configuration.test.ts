import { describe, expect, test } from "vitest";
import toolkit from "../../deno.json" with { type: "json" };
import alerts from "../deno.json" with { type: "json" };

describe("alerts/deno.json", () => {
  test("names the same version as the toolkit of each package that both use", () => {
    const versions: Readonly<Record<string, string>> = toolkit.imports;
    const differing = Object.entries(alerts.imports).filter(([name, version]) =>
      (versions[name] ?? version) !== version
    );
    expect(differing).toEqual([]);
  });

  test("names exact versions", () => {
    for (const version of Object.values(alerts.imports)) {
      expect(version).toMatch(/@\d+\.\d+\.\d+\/?$/);
    }
  });

  test("is as strict as the toolkit's", () => {
    expect(alerts.compilerOptions).toEqual(toolkit.compilerOptions);
    expect(alerts.lint.rules).toEqual(toolkit.lint.rules);
    expect(alerts.fmt.lineWidth).toBe(toolkit.fmt.lineWidth);
  });

  test("has a lock that names no registry", async () => {
    const lock = await Deno.readTextFile(new URL("../deno.lock", import.meta.url));
    expect(lock).not.toMatch(/https?:/);
  });
});
