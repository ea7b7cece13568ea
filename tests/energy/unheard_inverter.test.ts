import { describe, expect, test } from "vitest";
import type { GridDay } from "../../src/energy/grid.ts";
import type { RoleSignals } from "../../src/energy/signals/roles.ts";
import { inverterNotice, isInverterUnheard } from "../../src/energy/unheard_inverter.ts";
import type { Role } from "../../src/catalogue/roles.ts";
import { defaultHousehold } from "../../src/household.ts";

describe("isInverterUnheard()", () => {
  const household = defaultHousehold({ zone: "UTC" });
  const ROLES = ["generation_power", "yield_today", "yield_total"] as const;
  const unheard = (silent: readonly Role[]) =>
    isInverterUnheard(
      household,
      new Map(ROLES.map((role) => {
        const absent = silent.includes(role) ? household.bindings[role] : [];
        return [role, { absent } as unknown as RoleSignals];
      })),
    );

  test("is true only if all that is bound is silent", () => {
    expect(unheard(ROLES)).toBe(true);
    expect(unheard(["generation_power", "yield_today"])).toBe(false);
    expect(unheard([])).toBe(false);
  });
});

describe("inverterNotice()", () => {
  const day = (
    exports: Partial<GridDay["exports"]>,
    coverage = 1,
  ): { grid: GridDay } => {
    const none = { kwh: 0, method: "integral", integral: 0, sigma: 0, flags: [] } as const;
    return {
      grid: {
        coverage,
        imports: none,
        exports: { ...none, ...exports },
        cancelled: 0,
        isSparse: false,
      },
    };
  };

  test.each<[string, Partial<GridDay["exports"]>]>([
    ["power", { kwh: 2, integral: 2 }],
    ["its register, although the power shows none", { method: "counter", kwh: 2, integral: 0 }],
  ])("says that the house generates if it feeds in by %s", (_, exports) => {
    const [notice] = inverterNotice([day(exports), day({}), day({}), day({}, 0.5)], false);
    expect(notice).toContain("the house fed in on 1 of 3 days");
  });

  test("says that there seems to be no PV if nothing is fed in, and nothing after too few days", () => {
    expect(inverterNotice([day({}), day({}), day({})], false)[0]).toContain("no PV");
    expect(inverterNotice([day({}), day({}), day({})], true)[0]).toContain("has fed in before");
    expect(inverterNotice([day({}), day({})], false)).toEqual([]);
  });
});
