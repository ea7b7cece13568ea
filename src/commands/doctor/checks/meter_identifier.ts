import type { Labels } from "../../../columns.ts";
import type { Household } from "../../../household.ts";
import { labelTest } from "../../../selector.ts";
import { type Check, defineCheck } from "../run_checks.ts";
import type { Finding } from "../../../terminal/findings.ts";
import type { Survey } from "../survey.ts";

/** What measures. */
const MEASURED = ["gridbox_ha_multimeter_power_W", "gridbox_ha_multimeter_energy_Wh"];
const SUB_UNIT = "-1";
const SET = "Set METER_AIN_REGEX, or meter_ain_regex in the household file, to";

/** Whether the pattern for the meter's identifier matches one meter, in both of its forms. */
export const meterIdentifier: Check = defineCheck({
  id: "meter_identifier",
  title: "Meter identifier",
  needs: ["household", "survey"],
  run: ({ household, survey }) => ({ findings: [judge(household, survey)] }),
});

function judge({ bindings }: Household, { listed }: Survey): Finding {
  const bound = bindings.import_energy[0] ?? bindings.grid_power[0];
  if (!bound || !MEASURED.includes(bound.selector.metric)) {
    return { status: "skipped", found: "the household binds another meter" };
  }
  const ofMeters = listed.filter(({ __name__ = "" }) => __name__.startsWith("gridbox_ha_"));
  const all = ainsOf(ofMeters), measuring = ainsOf(ofMeters.filter(measures));
  if (measuring.length === 0) {
    return { status: "skipped", found: "no meter has power or energy within a week" };
  }
  const pattern = bound.selector.matchers.find(({ label }) => label === "ain")?.value;
  const test = labelTest(bound.selector);
  const matched = all.filter((ain) => test({ ain }));
  const matchedMeasuring = measuring.filter((ain) => test({ ain }));
  const devices = [...new Set(matchedMeasuring.map(baseOf))];
  const suggestion = `${escapeRegex(baseOf(measuring[0]!))}(-1)?`;
  const failure = (found: string, advice: string): Finding => ({
    status: "failure",
    found,
    advice,
  });

  if (devices.length > 1) {
    const found = pattern === undefined
      ? "no pattern is set, and there are"
      : `'${pattern}' matches`;
    return failure(
      `${found} ${devices.length} meters: ${list(devices)}`,
      `${SET} the grid meter alone, for example ${suggestion}`,
    );
  }
  if (pattern === undefined) {
    return { status: "ok", found: `no pattern is set, and there is one meter only: ${list(all)}` };
  }
  if (devices.length === 0) {
    return failure(
      matched.length === 0
        ? `'${pattern}' matches none of ${list(all)}`
        : `'${pattern}' matches ${list(matched)}, but power and energy are under ${
          list(measuring)
        }`,
      `${SET} ${suggestion}`,
    );
  }
  const forms = all.filter((ain) => baseOf(ain) === devices[0]);
  const missed = forms.filter((ain) => !matched.includes(ain));
  if (missed.length > 0) {
    return {
      status: "warning",
      found: `'${pattern}' is too narrow: it matches ${list(matched)}, but not ${list(missed)}`,
      advice: `${SET} ${suggestion}`,
    };
  }
  if (matchedMeasuring.length > 1) {
    return {
      status: "warning",
      found: `power or energy is under both ${
        list(matchedMeasuring)
      }; only the sub-unit should have it`,
      advice: `${SET} one of them, for example ${escapeRegex(matchedMeasuring.at(-1)!)}`,
    };
  }
  return {
    status: "ok",
    found: `'${pattern}' matches ${list(matched)}; power and energy are under ${
      list(matchedMeasuring)
    }`,
  };
}

function measures({ __name__ = "" }: Labels): boolean {
  return MEASURED.includes(__name__);
}

function ainsOf(labels: readonly Labels[]): string[] {
  return [...new Set(labels.map(({ ain = "" }) => ain))].sort();
}

function baseOf(ain: string): string {
  return ain.endsWith(SUB_UNIT) ? ain.slice(0, -SUB_UNIT.length) : ain;
}

function escapeRegex(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function list(names: readonly string[]): string {
  return new Intl.ListFormat("en").format(names.map((name) => `'${name}'`));
}
