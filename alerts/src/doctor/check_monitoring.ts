import type { Finding } from "../../../src/terminal/findings.ts";
import { isWattbookError } from "../errors.ts";
import { checkAccess } from "../context/hostmon/check_access.ts";
import { hostmonApi } from "../context/hostmon/hostmon_api.ts";
import type { HostSettings } from "../settings/host_settings.ts";

/** What only people who administer the site may read. */
const USERS = ["domain-types", "user_config", "collections", "all"];

/**
 * Whether the monitoring site takes the automation user, what the user may see, and that it may not
 * see what the analyzer does not need.
 *
 * @throws {WattbookError} `HOSTMON_REFUSED`, or why the site cannot be asked.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../src/secret.ts";
 * import { startHostmon } from "../demo/hostmon_stand_in.ts";
 * import { checkMonitoring } from "./check_monitoring.ts";
 *
 * await using site = startHostmon({ user: "bot", secret: "s3cret", hosts: { db1: {}, web1: {} } });
 * const monitoring = { url: site.site, user: "bot", secret: new Secret("s3cret") };
 * const [finding] = await checkMonitoring({ monitoring }, AbortSignal.timeout(10_000));
 * assert.match(`${finding?.found}`, /'bot' sees 2 hosts$/);
 * ```
 */
export async function checkMonitoring(
  { monitoring }: Pick<HostSettings, "monitoring">,
  signal: AbortSignal,
): Promise<Finding[]> {
  const { user } = monitoring;
  const { version, site, hosts } = await checkAccess(monitoring, signal);
  const count = `${hosts.length} host${hosts.length === 1 ? "" : "s"}`;
  const findings: Finding[] = [{
    status: "ok",
    found: `Checkmk ${version}, site '${site}', answers; '${user}' sees ${count}`,
  }];
  if (hosts.length === 0) {
    findings.push({
      status: "failure",
      found: `'${user}' sees no host: analyses have no data of the monitoring site`,
      advice: "Give its role the permission 'See all hosts and services' (general.see_all).",
    });
  }
  if (await seesUsers(monitoring, signal)) {
    findings.push({
      status: "warning",
      found: `'${user}' may read the users of the site, which the analyzer does not need`,
      advice: "Give the user a role that may see all hosts and services, and nothing else.",
    });
  }
  return findings;
}

async function seesUsers(
  access: HostSettings["monitoring"],
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await hostmonApi(access).get(USERS, {}, signal);
    return true;
  } catch (error) {
    // A site that is too old to tell, or whose answer is too long, is no reason for an alarm.
    if (isWattbookError(error)) return false;
    throw error;
  }
}
