import { ROLES } from "../../../catalogue.ts";
import { isWattbookError, type WattbookError } from "../../../errors.ts";
import type { Household } from "../../../household.ts";
import { findProjectFile } from "../../../project_files.ts";
import { pickHousehold } from "../../../house/pick_household.ts";
import { type Check, defineCheck, type Facts } from "../run_checks.ts";
import type { Finding } from "../../../terminal/findings.ts";

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
    return { findings: [bindings(known, path), zoneFinding(known, zoneIsMissing)], facts };
  },
});

function bindings({ bindings, latitude }: Household, path: string | undefined): Finding {
  const own = Object.entries(ROLES).filter(([role, { metric }]) => {
    const bound = bindings[role as keyof typeof bindings];
    return bound.length !== (metric === null ? 0 : 1) ||
      bound.some(({ selector }) => selector.metric !== metric);
  }).map(([role]) => role);
  const which = path === undefined ? "the specification's series" : `'${path}'`;
  const rebound = own.length === 0 ? "" : `; it binds ${own.join(", ")}`;
  const sun = latitude === undefined ? "; no coordinates, nights are told by experience" : "";
  return { status: "ok", subject: "roles", found: `${which}${rebound}${sun}` };
}

function zoneFinding({ zone }: Household, missing: WattbookError | null): Finding {
  if (missing === null) return { status: "ok", subject: "zone", found: zone };
  return {
    status: "failure",
    subject: "zone",
    found: "it is not known, and so no local day is",
    advice: missing.hint,
  };
}
