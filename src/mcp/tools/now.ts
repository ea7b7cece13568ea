import { hasBattery } from "../../household.ts";
import { formatInstant } from "../../time.ts";
import { notKnown } from "../answer.ts";
import { SIMULATED } from "../caveats.ts";
import { rounded } from "../figures.ts";
import { tool } from "../tool.ts";

/** What the house does at this moment. */
export const now = tool({
  name: "power_now",
  title: "Power at this moment",
  description:
    "Use for 'right now', 'at the moment'. Gives the powers in W and today's energies so far. Grid " +
    "power is positive while importing. Not for periods: use energy_totals.",
  input: {},
  async answer(_, { home, signal }) {
    if (home.client === null) {
      return {
        data: notKnown(
          "Only a metrics server knows what the house does now; this house is read from files.",
          "Configure a server: set METRICS_URL or DASHBOARD_URL, then start Wattbook again.",
          home.isDemo ? [SIMULATED] : undefined,
        ),
      };
    }
    const { at, quantities, battery, consumers } = await home.currentState({ signal });
    const watts = (value: number | null | undefined) => rounded(value, 0);
    const { grid, generation, load, autarky, yield_today, exported_today } = quantities;
    const unknown = Object.values(quantities).filter(({ value }) => value === null)
      .map(({ name }) => name);
    return {
      data: {
        at: formatInstant(at, home.zone),
        zone: home.zone,
        power_w: {
          grid: watts(grid.value),
          generation: watts(generation.value),
          consumption: watts(load.value),
          ...hasBattery(home.household) && { battery: watts(battery?.power.value) },
          ...Object.fromEntries(consumers.map(({ name, value }) => [name, watts(value)])),
        },
        ...battery && { battery_charge_percent: rounded(battery.stateOfCharge.value, 0) },
        self_sufficiency_percent: rounded(autarky.value, 0),
        today_so_far_kwh: {
          pv_yield: rounded(yield_today.value, 2),
          grid_export: rounded(exported_today.value, 2),
        },
        caveats: unknown.length === 0 ? [] : [{
          code: "no_reading",
          text: `The server has no current reading of: ${unknown.join(", ")}.`,
        }],
      },
    };
  },
});
