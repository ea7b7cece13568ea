import type { Client } from "../../client/client.ts";
import type { Household } from "../../household.ts";
import { formatSelector, labelTest } from "../../selector.ts";
import { householdFileOf } from "../../setup/household_file.ts";
import type { Proposal, ProposedSeries } from "../../setup/proposal.ts";
import { recogniseHouse } from "../../setup/recognise_house.ts";
import { ENERGY_UNITS, POWER_UNITS, ROLE_WORDS } from "../../setup/roles.ts";
import type { Finding } from "../../terminal/findings.ts";

/**
 * The roles that the samples prove to be other series, units or signs than the household file says,
 * with the line that would bind them. The proofs are those of `deno task setup`.
 *
 * @throws {WattbookError} Whatever the client throws.
 */
export async function betterSeries(
  client: Pick<Client, "series" | "queryRange" | "samples">,
  household: Pick<Household, "bindings" | "zone">,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
): Promise<Finding[]> {
  const { proposals } = await recogniseHouse(client, { now, signal });
  const findings: Finding[] = [];
  for (const proposal of proposals) {
    if (proposal.certainty !== "proved" || await agrees(proposal, household)) continue;
    findings.push({
      status: "warning",
      subject: proposal.role,
      found: `${ROLE_WORDS[proposal.role].toLowerCase()}: the samples point to other series than ` +
        `the household file (${proposal.reasons.join("; ")})`,
      advice: `Bind it in household.json: ${lineOf(proposal, household.zone)}. ` +
        "'deno task setup' shows all roles.",
    });
  }
  return findings;
}

/** Whether the household file binds a role to the same series with the same factor. */
async function agrees(
  { role, series }: Proposal,
  { bindings }: Pick<Household, "bindings">,
): Promise<boolean> {
  const bound = await Promise.all(
    bindings[role].map(async ({ selector, factor }) => ({
      selector,
      factor,
      test: await labelTest(selector),
    })),
  );
  return series.every((one) =>
    bound.some(({ selector, factor, test }) =>
      selector.metric === one.candidate.metric && test(one.candidate.labels) &&
      (role === "state_of_charge" || Math.abs(factor / factorOf(one) - 1) < 1e-6)
    )
  );
}

/** Factor to W or kWh, negative where the sign is turned. */
function factorOf({ unit, sign }: ProposedSeries): number {
  const direction = sign === "export_positive" || sign === "charge_positive" ? -1 : 1;
  if (unit in POWER_UNITS) return direction * POWER_UNITS[unit as keyof typeof POWER_UNITS];
  return unit in ENERGY_UNITS ? ENERGY_UNITS[unit as keyof typeof ENERGY_UNITS] / 1000 : 1;
}

function lineOf(proposal: Proposal, zone: string): string {
  const { roles } = householdFileOf([proposal], { zone }) as { roles: Record<string, unknown> };
  const text = JSON.stringify(roles[proposal.role]);
  const line = `"${proposal.role}": ${text}`;
  return line.length <= 300
    ? line
    : `"${proposal.role}": ${
      formatSelector(proposal.series[0]!.candidate.selector).slice(0, 200)
    } …`;
}
