import { z } from "zod";
import type { Finding } from "../../../src/terminal/findings.ts";
import { isWattbookError } from "../errors.ts";
import { describeFailure } from "../context/describe_failure.ts";
import { hostmonApi } from "../context/hostmon/hostmon_api.ts";
import { readRows } from "../context/hostmon/read_rows.ts";
import { text } from "../context/hostmon/row_values.ts";
import { checkLogin } from "../context/ssh/check_login.ts";
import { type SshTarget, sshTargets } from "../context/ssh/ssh_target.ts";
import { readSshAccess, type SshAccess } from "../read_ssh_access.ts";
import type { HostSettings } from "../settings/host_settings.ts";

/** A notification brings both along. */
const HOST = z.object({ name: z.string(), address: text });

/** Hosts that are tried, and hosts that are named; a site may have thousands. */
const MOST_LOGINS = 10, MOST_NAMED = 10;

/**
 * Which monitored hosts are missing in the known-hosts list, and whether some of the others let the
 * analyzer in.
 *
 * @throws {WattbookError} If the site or the files cannot be read.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../src/secret.ts";
 * import { SSH_FILES } from "../settings/host_settings.ts";
 * import { checkHosts } from "./check_hosts.ts";
 *
 * const monitoring = { url: new URL("http://127.0.0.1:1"), user: "bot", secret: new Secret("s") };
 * const ssh = { user: "ops", port: 22, ...SSH_FILES };
 * const [finding] = await checkHosts({ monitoring, ssh }, AbortSignal.timeout(10_000));
 * assert.equal(finding?.status, "skipped"); // there are no such files here
 * ```
 */
export async function checkHosts(
  { monitoring, ssh }: Pick<HostSettings, "monitoring" | "ssh">,
  signal: AbortSignal,
): Promise<Finding[]> {
  const access = await readSshAccess(ssh);
  if (access === null) {
    return [{ status: "skipped", found: "not checked, because there is no SSH key" }];
  }
  const path = ["domain-types", "host", "collections", "all"];
  const columns = Object.keys(HOST.shape);
  const hosts = readRows(await hostmonApi(monitoring).list(path, { columns }, signal), HOST)
    .map(({ name, address }) => {
      const names = [name, ...address === undefined ? [] : [address]];
      return { name, target: sshTargets(names, access.knownHosts, access.port)[0] };
    });
  const known = hosts.flatMap(({ name, target }) => target ? [{ name, target }] : []);
  const missing = hosts.filter(({ target }) => target === undefined);
  const findings: Finding[] = [];
  if (missing.length > 0) {
    const names = missing.slice(0, MOST_NAMED).map(({ name }) => name).join(", ");
    const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : "";
    findings.push({
      status: "warning",
      found: `${missing.length} of ${hosts.length} monitored hosts are not in the known-hosts ` +
        `list, so analyses have no diagnostics of them: ${names}${more}`,
      advice:
        "Add the hosts that you want diagnostics of: run ssh-keyscan -t ed25519 HOST, and compare it with " +
        "the host's own key.",
    });
  } else {
    findings.push({ status: "ok", found: `all ${hosts.length} monitored hosts are in the list` });
  }
  const tried = known.slice(0, MOST_LOGINS);
  findings.push(...await Promise.all(tried.map((host) => login(host, access, signal))));
  if (known.length > tried.length) {
    const left = known.length - tried.length;
    findings.push({ status: "skipped", found: `${left} more hosts were not checked` });
  }
  return findings;
}

async function login(
  { name, target }: { readonly name: string; readonly target: SshTarget },
  access: SshAccess,
  signal: AbortSignal,
): Promise<Finding> {
  try {
    const { mayRun, fingerprint } = await checkLogin(target.name, access, signal);
    if (mayRun) return { status: "ok", found: `${name} lets '${access.user}' in (${fingerprint})` };
    return {
      status: "warning",
      found: `${name} lets '${access.user}' in, but 'uptime' fails there`,
      advice:
        "Compare the forced command in the host's authorized_keys with alerts/deploy/host-analyzer/diag.",
    };
  } catch (error) {
    signal.throwIfAborted();
    return {
      status: "failure",
      found: `${name}: ${describeFailure(error)}`,
      ...(isWattbookError(error) && { advice: error.hint }),
    };
  }
}
