import { ROLES } from "../../catalogue/roles.ts";
import type { Labels } from "../../columns.ts";
import { type Check, defineCheck, type Facts } from "./run_checks.ts";
import type { Survey } from "./survey.ts";
import { isWattbookError, type WattbookError } from "../../errors.ts";
import { pickHousehold } from "../../house/pick_household.ts";
import { pickTariff, TARIFF_FILE } from "../../house/pick_tariff.ts";
import { openTariff } from "../../house/tariff_source.ts";
import type { Household } from "../../household.ts";
import { findProjectFile } from "../../project_files.ts";
import { labelTest } from "../../selector.ts";
import type { Finding } from "../../terminal/findings.ts";

/** Which series play which role, and where the days begin. */
export const household: Check = defineCheck({
  id: "household",
  title: "Household",
  needs: ["config"],
  gives: ["household", "zone"],
  async run({ config }, { household: file, zone }) {
    const beside = findProjectFile("household.json"), path = file ?? beside;
    let known: Household, zoneIsMissing: WattbookError | null = null;
    try {
      known = await pickHousehold(beside, { household: file, zone, config });
    } catch (error) {
      if (!isWattbookError(error, "ZONE_MISSING")) throw error;
      // Most checks are of use without a zone.
      known = await pickHousehold(beside, { household: file, zone: "UTC", config });
      zoneIsMissing = error;
    }
    const facts: Partial<Facts> = {
      household: known,
      ...(zoneIsMissing === null && { zone: known.zone }),
    };
    const tariff = await pickTariff(findProjectFile(TARIFF_FILE), { household: file });
    return {
      findings: [
        bindings(known, path),
        zoneFinding(known, zoneIsMissing),
        ...tariff === null ? [] : [await tariffFinding(tariff, known)],
      ],
      facts,
    };
  },
});

/** Whether the tariff of the house can be used; a report would end with its mistake. */
async function tariffFinding(path: string, household: Household): Promise<Finding> {
  const subject = "tariff";
  try {
    const { name, currency } = await openTariff(path, household);
    return { status: "ok", subject, found: `'${path}': ${name} [${currency}]` };
  } catch (error) {
    if (!isWattbookError(error, "BAD_TARIFF")) throw error;
    // Several mistakes have a line each.
    const found = error.message.replaceAll(/\n\s*/g, " ");
    return { status: "failure", subject, found, advice: error.hint };
  }
}

function bindings({ bindings, latitude }: Household, path: string | undefined): Finding {
  const own = Object.entries(ROLES).filter(([role, { metric }]) => {
    const bound = bindings[role as keyof typeof bindings];
    return bound.length !== (metric === null ? 0 : 1) ||
      bound.some(({ selector }) => selector.metric !== metric);
  }).map(([role]) => role);
  const which = path === undefined ? "the default metrics" : `'${path}'`;
  const rebound = own.length === 0 ? "" : `; it binds ${own.join(", ")}`;
  const sun = latitude === undefined
    ? "; no coordinates, so nights are inferred from past generation"
    : "";
  return { status: "ok", subject: "roles", found: `${which}${rebound}${sun}` };
}

function zoneFinding({ zone }: Household, missing: WattbookError | null): Finding {
  if (missing === null) return { status: "ok", subject: "zone", found: zone };
  return {
    status: "failure",
    subject: "zone",
    found: "unknown, so local days are unknown, too",
    advice: missing.hint,
  };
}

/** Metrics of a meter that hold measurements. */
const MEASURED = ["gridbox_ha_multimeter_power_W", "gridbox_ha_multimeter_energy_Wh"];
const SUB_UNIT = "-1";
const SET = "Set METER_AIN_REGEX, or meter_ain_regex in the household file, to";

/** Whether the pattern for the meter's identifier matches one meter, in both of its forms. */
export const meterIdentifier: Check = defineCheck({
  id: "meter_identifier",
  title: "Meter identifier",
  needs: ["household", "survey"],
  run: async ({ household, survey }) => ({ findings: [await judgeIdentifier(household, survey)] }),
});

async function judgeIdentifier(
  { bindings }: Household,
  { listed }: Survey,
): Promise<Finding> {
  const bound = bindings.import_energy[0] ?? bindings.grid_power[0];
  if (!bound || !MEASURED.includes(bound.selector.metric)) {
    return { status: "skipped", found: "the household file binds a meter of another kind" };
  }
  const ofMeters = listed.filter(({ __name__ = "" }) => __name__.startsWith("gridbox_ha_"));
  const all = ainsOf(ofMeters), measuring = ainsOf(ofMeters.filter(measures));
  if (measuring.length === 0) {
    return { status: "skipped", found: "no meter has power or energy within a week" };
  }
  const pattern = bound.selector.matchers.find(({ label }) => label === "ain")?.value;
  const { metric: __name__ } = bound.selector, matches = await labelTest(bound.selector);
  const test = (ain: string) => matches({ __name__, ain });
  const matched = all.filter((ain) => test(ain));
  const matchedMeasuring = measuring.filter((ain) => test(ain));
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
      `${found} ${devices.length} meters: ${quotedList(devices)}`,
      `${SET} the grid meter alone, for example ${suggestion}`,
    );
  }
  if (pattern === undefined) {
    return {
      status: "ok",
      found: `no pattern is set, and there is one meter only: ${quotedList(all)}`,
    };
  }
  if (devices.length === 0) {
    return failure(
      matched.length === 0
        ? `'${pattern}' matches none of ${quotedList(all)}`
        : `'${pattern}' matches ${quotedList(matched)}, but power and energy are under ${
          quotedList(measuring)
        }`,
      `${SET} ${suggestion}`,
    );
  }
  const forms = all.filter((ain) => baseOf(ain) === devices[0]);
  const missed = forms.filter((ain) => !matched.includes(ain));
  if (missed.length > 0) {
    return {
      status: "warning",
      found: `'${pattern}' is too narrow: it matches ${quotedList(matched)}, but not ${
        quotedList(missed)
      }`,
      advice: `${SET} ${suggestion}`,
    };
  }
  if (matchedMeasuring.length > 1) {
    return {
      status: "warning",
      found: `power or energy is under both ${
        quotedList(matchedMeasuring)
      }; only the sub-unit should have it`,
      advice: `${SET} one of them, for example ${escapeRegex(matchedMeasuring.at(-1)!)}`,
    };
  }
  return {
    status: "ok",
    found: `'${pattern}' matches ${quotedList(matched)}; power and energy are under ${
      quotedList(matchedMeasuring)
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

function quotedList(names: readonly string[]): string {
  return new Intl.ListFormat("en").format(names.map((name) => `'${name}'`));
}
