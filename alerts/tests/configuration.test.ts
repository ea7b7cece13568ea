import { describe, expect, test } from "vitest";
import toolkit from "../../deno.json" with { type: "json" };
import alerts from "../deno.json" with { type: "json" };

describe("alerts/deno.json", () => {
  test("is as strict as the toolkit's", () => {
    expect(alerts.compilerOptions).toEqual(toolkit.compilerOptions);
    expect(alerts.lint.rules).toEqual(toolkit.lint.rules);
    expect(alerts.fmt.lineWidth).toBe(toolkit.fmt.lineWidth);
  });
});
