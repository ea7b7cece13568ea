import { stat } from "node:fs/promises";
import type { Finding } from "../../../src/terminal/findings.ts";
import { checkPrivateKey } from "../context/ssh/check_private_key.ts";
import { readSshAccess } from "../read_ssh_access.ts";
import type { HostSettings } from "../settings/host_settings.ts";

/** Lines of the list that are named one by one. */
const MOST_PROBLEMS = 5;

/**
 * Whether the private key and the known-hosts list are there and can be used, and whether the key is
 * private.
 *
 * @throws {WattbookError} `BAD_SETTING` if they are not.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { checkSshFiles } from "./check_ssh_files.ts";
 *
 * const ssh = { user: "ops", port: 22, keyPath: "/nowhere/id", knownHostsPath: "/nowhere/list" };
 * await assert.rejects(checkSshFiles({ ssh }), /SSH_KEY_PATH '\/nowhere\/id': there is no such file/);
 * ```
 */
export async function checkSshFiles({ ssh }: Pick<HostSettings, "ssh">): Promise<Finding[]> {
  const access = await readSshAccess(ssh);
  if (access === null) {
    return [{
      status: "warning",
      found: `neither '${ssh.keyPath}' nor '${ssh.knownHostsPath}' exists: analyses have no ` +
        "diagnostics of hosts",
      advice: "Mount a private key and a known-hosts list; alerts/docs/host-analyzer.md shows how.",
    }];
  }
  const type = await checkPrivateKey(access.privateKey);
  const { size, problems } = access.knownHosts;
  return [
    { status: "ok", found: `'${ssh.keyPath}' is a private key (${type})` },
    ...await checkMode(ssh.keyPath),
    size > 0 ? { status: "ok", found: `'${ssh.knownHostsPath}' has ${size} host keys` } : {
      status: "failure",
      found: `'${ssh.knownHostsPath}' has no host key, so the analyzer cannot log in to any host`,
      advice: "Add the hosts: ssh-keyscan -t ed25519 HOST, and compare what it prints with the " +
        "host's own /etc/ssh/ssh_host_ed25519_key.pub.",
    },
    ...problems.slice(0, MOST_PROBLEMS).map(({ line, reason }): Finding => ({
      status: "warning",
      found: `line ${line} of '${ssh.knownHostsPath}' cannot be used: ${reason}`,
      advice: "Correct the line, or remove it.",
    })),
  ];
}

/** What OpenSSH itself would refuse, but for the group: a mounted secret is often the group's. */
async function checkMode(path: string): Promise<Finding[]> {
  const { mode } = await stat(path);
  if ((mode & 0o037) === 0) return [];
  const shown = (mode & 0o777).toString(8).padStart(4, "0");
  return [{
    status: "warning",
    found: `'${path}' has the mode ${shown}: others may read or change it`,
    advice: "Set the mode with chmod 0400, or defaultMode: 0440 for a mounted secret.",
  }];
}
