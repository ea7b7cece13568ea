/**
 * The seal of a case: a hash over everything else in it.
 *
 * @module
 */

import { contentHash, plainJson } from "./content_hash.ts";
import type { CaseFile } from "./case_file.ts";

/**
 * Seals a case.
 *
 * @returns The case as its JSON reads: what JSON cannot hold (NaN, `undefined`) is not in it.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isSealIntact, sealCase } from "./seal_case.ts";
 *
 * const sealed = sealCase({
 *   version: 1,
 *   id: "a",
 *   incident: {
 *     source: "alertmanager",
 *     fingerprint: "f",
 *     episode: "f@0",
 *     title: "Down",
 *     status: "firing",
 *     severity: "warning",
 *     startsAt: 0,
 *     labels: {},
 *     annotations: {},
 *     links: [],
 *   },
 *   context: [],
 *   prompt: { name: "cluster", sha256: "00" },
 *   outcome: "facts",
 *   reason: "refusal",
 *   redactions: {},
 *   times: { accepted: 0, started: 1, gathered: 2, finished: 3 },
 * });
 * assert(isSealIntact(sealed));
 * assert(!isSealIntact({ ...sealed, outcome: "analysed" }));
 * ```
 */
export function sealCase(unsealed: Omit<CaseFile, "seal">): CaseFile {
  const plain = plainJson(unsealed);
  return { ...plain, seal: contentHash(plain) };
}

/**
 * Whether a case is as it was sealed.
 *
 * @param parsed Whatever JSON was read.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isSealIntact } from "./seal_case.ts";
 *
 * assert(!isSealIntact({ version: 1, seal: "0000" }));
 * assert(!isSealIntact(null));
 * ```
 */
export function isSealIntact(parsed: unknown): parsed is CaseFile {
  if (typeof parsed !== "object" || parsed === null || !("seal" in parsed)) return false;
  const { seal, ...rest } = parsed;
  return seal === contentHash(rest);
}
