/**
 * Context from a host itself, by SSH: read only, and only from hosts that are known.
 *
 * @module
 */

import { isWattbookError } from "../../errors.ts";
import { SECOND } from "../../../../src/time.ts";
import { clip } from "../clip.ts";
import type { Finding } from "../context_item.ts";
import { describeFailure } from "../describe_failure.ts";
import type { Gatherer } from "../gatherer.ts";
import { checkType } from "./check_type.ts";
import { DIAGNOSTICS } from "./diagnostic_commands.ts";
import { type KnownLogin, openKnown } from "./open_known.ts";
import type { OpenSocket } from "./open_ssh.ts";
import { runDiagnostics } from "./run_diagnostics.ts";

/** Options of {@linkcode sshGatherer}. */
export interface SshGathererOptions extends KnownLogin {
  /** Longest wait for each command. [ms] @default {5000} */
  readonly commandTimeout?: number;
  /** Longest time for all of it. [ms] @default {25_000} */
  readonly timeout?: number;
  /** How many commands run at a time. @default {4} */
  readonly concurrency?: number;
  /** Longest output of each command. [bytes] @default {2048} */
  readonly maxBytes?: number;
}

/** What the gatherer needs of the world, besides the network. */
export interface SshEffects {
  /** The clock. [ms] @default {Date.now} */
  readonly now?: () => number;
  /** Opens connections. @default TCP, names resolved by the system */
  readonly openSocket?: OpenSocket;
}

/** Longest description of a failure: two fingerprints and a sentence. [characters] */
const LONGEST_FAILURE = 400;

/**
 * Gathers from the host of a notification: logs in, once, and runs the commands for its type of
 * check. A host that is down by the notification's own word is not tried.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../../src/secret.ts";
 * import { parseKnownHosts } from "./known_hosts.ts";
 * import { sshGatherer } from "./ssh_gatherer.ts";
 *
 * const gatherer = sshGatherer({
 *   user: "diag",
 *   privateKey: new Secret("…"),
 *   knownHosts: parseKnownHosts(""),
 * });
 * const [finding] = await gatherer.gather(
 *   {
 *     source: "hostmon",
 *     fingerprint: "f",
 *     episode: "f@0",
 *     title: "db1",
 *     status: "firing",
 *     severity: "critical",
 *     startsAt: 0,
 *     labels: { what: "host", host: "db1", state: "DOWN" },
 *     annotations: {},
 *     links: [],
 *   },
 *   { signal: AbortSignal.timeout(10_000), redactor: { redact: (text) => text } },
 * );
 * assert.equal(finding?.error, "db1 is DOWN: no login is tried");
 * ```
 */
export function sshGatherer(
  options: SshGathererOptions,
  { now = Date.now, openSocket }: SshEffects = {},
): Gatherer {
  const { commandTimeout = 5 * SECOND, timeout = 25 * SECOND } = options;
  const { concurrency = 4, maxBytes = 2048 } = options;
  return {
    async gather({ labels }, { signal: whole, redactor }) {
      const { host, address } = labels;
      if (host === undefined) return [];
      const time = now(), name = clip(host, redactor, 80);
      const failed = (title: string, error: string): Finding[] => [{
        kind: "diagnostics",
        title: `${title} of ${name}`,
        query: `ssh ${name}`,
        time,
        duration: now() - time,
        error: clip(error, redactor, LONGEST_FAILURE),
      }];
      if (labels["what"] === "host" && /^(DOWN|UNREACH)/i.test(labels["state"] ?? "")) {
        return failed("Diagnostics", `${name} is ${labels["state"]}: no login is tried`);
      }
      const over = AbortSignal.timeout(timeout), signal = AbortSignal.any([whole, over]);
      try {
        const names = [host, ...address === undefined ? [] : [address]];
        await using connection = await openKnown(names, options, signal, openSocket);
        return await runDiagnostics(
          connection,
          DIAGNOSTICS[checkType(labels)],
          { host: name, commandTimeout, concurrency, maxBytes, signal, redactor },
          now,
        );
      } catch (error) {
        if (signal.aborted) return failed("Diagnostics", "ended before there was an answer");
        const isKey = isWattbookError(error, "HOST_KEY_CHANGED");
        return failed(isKey ? "Host key" : "Diagnostics", describeFailure(error));
      }
    },
  };
}
