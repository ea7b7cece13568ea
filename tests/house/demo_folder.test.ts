import { stat } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { DEMO_NAMES, demoFolder, type DemoName } from "../../src/house/demo_folder.ts";

describe("demoFolder()", () => {
  test.each<DemoName>([true, ...DEMO_NAMES])("has the household file of %s", async (demo) => {
    expect((await stat(`${demoFolder(demo)}/household.json`)).isFile()).toBe(true);
  });

  test.each<[DemoName, string]>([[true, "demo"], ["battery", "demo-battery"]])(
    "says what to do where the code of %s came from a web server",
    (demo, name) => {
      expect(() => demoFolder(demo, "https://example.org/wattbook/src/house/demo_folder.ts"))
        .toThrow(expect.objectContaining({
          code: "NO_DATA",
          message: expect.stringMatching(`https://example.org/wattbook/data/fixtures/${name}$`),
        }));
    },
  );

  test("names the demo households where it is given another name", () => {
    expect(() => demoFolder("../demo" as DemoName)).toThrow(expect.objectContaining({
      code: "BAD_OPTION",
      message: "There is no demo household '../demo'",
      hint: expect.stringContaining("battery"),
    }));
  });
});
