import { expect, test } from "vitest";
import { parseTariff } from "../../src/money/tariff.ts";

const energy = {
  id: "energy",
  flow: "import",
  from: "2026-01-01",
  unit: "ct/kWh",
  price: 30,
  vat: 0.19,
};
const file = (...components: object[]) => ({
  tz: "Europe/Berlin",
  currency: "EUR",
  components,
});
const spot = { csv: "spot.csv", unit: "ct/kWh", step: "PT15M" };

test.each<[name: string, json: object, says: string, hint?: string]>([
  [
    "an unknown zone",
    { ...file(energy), tz: "Europe/Berln" },
    "tz: 'Europe/Berln' is not an IANA time zone",
    "Use a name such as Europe/Berlin or America/St_Johns.",
  ],
  ["an unknown key", file({ ...energy, prize: 1 }), "components[0].prize: there is no such key"],
  [
    "a misspelt flow",
    file({ ...energy, flow: "exprot" }),
    'components[0].flow: must be import, export or fixed, not "exprot"',
  ],
  [
    "a day that does not exist",
    file({ ...energy, from: "2026-02-30" }),
    "components[0].from: '2026-02-30' is not a day of the calendar",
    "Write days as YYYY-MM-DD, for example 2025-03-30.",
  ],
  [
    "VAT in percent",
    file({ ...energy, vat: 19 }),
    "components[0].vat: write 19 % as 0.19, not 19",
  ],
  [
    "a VAT that no country has",
    file({ ...energy, vat: 0.75 }),
    "components[0].vat: must be at most 0.5, not 0.75",
  ],
  [
    "an end that is null",
    file({ ...energy, to: null }),
    "components[0].to: must be a text, not null",
  ],
  ["a missing VAT", file({ ...energy, vat: undefined }), "components[0].vat: it is missing"],
  [
    "euros for cents",
    file({ ...energy, unit: "EUR/kWh" }),
    "components[0].price: 30 EUR/kWh is 30 EUR per kWh, more than 5",
    "Check the unit: is it ct/kWh or EUR/MWh?",
  ],
  [
    "another currency",
    file({ ...energy, unit: "p/kWh" }),
    "components[0].unit: 'p/kWh' is not a unit of EUR",
    "Use EUR/kWh, EUR/MWh or ct/kWh.",
  ],
  [
    "a gap in the dates",
    file({ ...energy, to: "2026-02-01" }, { ...energy, from: "2026-03-01" }),
    "components[1].from: nothing applies from 2026-02-01, where components[0] ends, to 2026-03-01",
  ],
  [
    "an overlap of the dates",
    file({ ...energy, to: "2026-02-02" }, { ...energy, from: "2026-02-01" }),
    "components[0] and components[1] have the same id and both apply on 2026-02-01",
  ],
  [
    "an end before the start",
    file({ ...energy, to: "2026-01-01" }),
    "components[0].to: 2026-01-01 is not after 2026-01-01, its first day",
  ],
  [
    "overlapping windows",
    file({
      ...energy,
      windows: [
        { months: [1, 2], at: ["22:00", "06:00"], price: 20 },
        { days: [6, 7], at: ["05:45", "12:00"], price: 25 },
      ],
    }),
    'components[0]: windows[0] {"months":[1,2],"at":["22:00","06:00"]} and windows[1] ' +
    '{"days":[6,7],"at":["05:45","12:00"]} overlap, first in month 1 on weekday 6 at 05:45',
    "Their order does not decide. Change the times so that at most one window applies.",
  ],
  [
    "an empty window",
    file({ ...energy, windows: [{ at: ["05:00", "05:00"], price: 1 }] }),
    "components[0].windows[0].at: it begins and ends at 05:00",
  ],
  [
    "a window without a price",
    file({ ...energy, windows: [{ at: ["05:00", "06:00"] }] }),
    "components[0].windows[0]: a window of a fixed price has 'price' and no 'add'",
  ],
  [
    "a series that is not described",
    { ...file({ ...energy, price: undefined, series: "spt" }), series: { spot } },
    "components[0]: there is no price series 'spt'",
    "Name one of spot.",
  ],
  [
    "a price beside a series",
    { ...file({ ...energy, series: "spot" }), series: { spot } },
    "components[0]: it has more than one of price, series and tiers",
  ],
  [
    "no price at all",
    file({ ...energy, price: undefined }),
    "components[0]: it has neither price, series, tiers nor windows",
  ],
  [
    "tiers of a plant of unknown size",
    file({
      ...energy,
      flow: "export",
      price: undefined,
      tiers: [{ up_to_kwp: 10, price: 8 }],
    }),
    "components[0].tiers: the nameplate power of the plant is not known",
  ],
  [
    "a plant beyond the last tier",
    {
      ...file({
        ...energy,
        flow: "export",
        price: undefined,
        tiers: [{ up_to_kwp: 10, price: 8 }],
      }),
      plant: { kwp: 13 },
    },
    "components[0].tiers: the last band ends at 10 kWp, but the plant has 13 kWp",
  ],
  [
    "a feed-in by date without a date",
    file({ ...energy, flow: "export", commissioned: { from: "2026-01-01" } }),
    "components[0].commissioned: the day on which the plant was commissioned is not known",
  ],
  [
    "a mean of nothing",
    { ...file(energy), series: { hourly: { mean_of: "spot", step: "PT1H" } } },
    "series.hourly.mean_of: 'spot' is not a price series with a metric or a file",
  ],
])("parseTariff() refuses %s", (_, json, says, hint) => {
  let error;
  try {
    parseTariff(json, { file: "house/tariff.json" });
  } catch (caught) {
    error = caught as { code: string; message: string; hint: string };
  }
  expect(error?.code).toBe("BAD_TARIFF");
  expect(error?.message).toBe(`The tariff 'house/tariff.json' is not usable: ${says}`);
  if (hint !== undefined) expect(error?.hint).toBe(hint);
});

test("parseTariff() names all problems at once", () => {
  const json = file({ ...energy, unit: "EUR/kWh" }, { ...energy, id: "levy", unit: "p/kWh" });
  expect(() => parseTariff(json)).toThrow(
    /for 2 reasons:\n {2}components\[0\].*\n {2}components\[1\]/,
  );
});

test("the step divides windows and price series", () => {
  const windowed = file({ ...energy, windows: [{ at: ["02:54", "15:24"], price: 19 }] });
  expect(parseTariff(windowed).step).toBe(3 * 60_000);
  const hourly = { ...file(energy), settle: { step: "PT1H", netting: "step" } };
  expect(parseTariff(hourly).step).toBe(3_600_000);
  expect(() => parseTariff({ ...hourly, ...windowed, settle: hourly.settle }))
    .toThrow("settle.step: PT1H is longer than 6 minutes");
});

test("a name that would move the cursor of a terminal is shown by its numbers", () => {
  const energy = {
    id: "in",
    flow: "import",
    from: "2025-01-01",
    unit: "ct/kWh",
    price: 30,
    vat: 0,
  };
  const { name } = parseTariff({
    name: "cheap\u001b[2J\u202e",
    tz: "UTC",
    currency: "EUR",
    components: [energy],
  });
  expect(name).toBe("cheap\\u{1b}[2J\\u{202e}");
});
