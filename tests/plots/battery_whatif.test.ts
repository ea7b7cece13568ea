import { beforeAll, describe, expect, test } from "vitest";
import { openHousehold } from "../../src/house/open_household.ts";
import type { BatteryWhatIf } from "../../src/house/what_if.ts";
import { renderPng } from "../../src/plots/save_figure.ts";
import { expectGolden } from "./golden.ts";

let whatIf: BatteryWhatIf;
beforeAll(async () => {
  const priced = { from: "2025-01-01", unit: "ct/kWh", vat: 0 } as const;
  const night = { at: ["00:00", "05:00"] as [string, string], price: 12 };
  await using home = await openHousehold({ demo: true });
  whatIf = await home.whatIf({
    battery: { kwh: [2, 4, 6, 8], kw: 5 },
    tariffs: [{
      name: "cheap nights",
      tz: "Europe/Berlin",
      currency: "EUR",
      components: [
        { ...priced, id: "energy", flow: "import", price: 30, windows: [night] },
        { ...priced, id: "feed-in", flow: "export", price: 8 },
      ],
    }],
    from: "2025-03-25",
    to: "2025-04-05",
  });
}, 60_000);

describe.each(["gain", "day", "full"] as const)("battery %s", (name) => {
  test("looks as it did", async () => {
    await expectGolden(await whatIf.plot(name), `whatif_battery_${name}`);
  });

  test("is well-formed for a strict reader, narrow and dark", async () => {
    for (const theme of ["dark", "auto"] as const) {
      const png = await renderPng(await whatIf.plot(name, { theme, width: 400 }), { scale: 0.5 });
      expect(png.length).toBeGreaterThan(1000);
    }
  });

  test("says what it shows to those who do not see it", async () => {
    const figure = await whatIf.plot(name, { title: "Our house & garden" });
    expect(figure.outerHTML).toMatch(/ aria-label="Our house &amp; garden\. [^"]{30,}"/);
  });
});
