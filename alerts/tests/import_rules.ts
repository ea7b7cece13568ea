/**
 * Who may import whom in `alerts/`.
 *
 * @module
 */

import type { Permission, Rules } from "../../tests/import_rules.ts";

/** What everyone may import: the toolkit's ground, and what an alert and a case are. */
const LEAVES = [
  "src/bisect",
  "src/columns",
  "src/errors",
  "src/secret",
  "src/selector",
  "src/text",
  "src/time",
  "alerts/src/effects",
  "alerts/src/errors",
  "alerts/src/events",
  "alerts/src/incident",
];

const CASE = ["alerts/src/case_file", "alerts/src/content_hash", "alerts/src/seal_case"];

/** An alert passes the rooms in this order; paths begin at the root of the repository. */
const DIRECTIONS: Readonly<Record<string, Permission>> = {
  "alerts/src/incident": { areas: [], packages: [] },
  "alerts/src/effects": { areas: [], packages: [] },
  "alerts/src/errors": { areas: [], packages: [] },
  "alerts/src/events": { areas: [], types: CASE, packages: [] },
  "alerts/src/text": { areas: [], packages: ["linkifyjs"] },
  "alerts/src/redact": {
    areas: ["src/effects", "src/terminal"],
    packages: ["commander"],
  },
  "alerts/src/context": {
    areas: ["src/client", "alerts/src/redact", "alerts/src/text"],
    packages: ["@kubernetes/client-node", "@prometheus-io/lezer-promql", "ssh2", "undici", "zod"],
  },
  "alerts/src/llm": {
    areas: ["src/client/retry", "alerts/src/content_hash", "alerts/src/text"],
    types: [...CASE, "alerts/src/context"],
    packages: ["canonicalize", "cockatiel", "undici", "zod"],
  },
  "alerts/src/push": {
    areas: ["src/client/retry", "alerts/src/text"],
    types: ["alerts/src/context", "alerts/src/llm"],
    packages: ["undici"],
  },
  "alerts/src/store": { areas: [], types: [...CASE, "alerts/src/push"], packages: [] },
  "alerts/src/door": { areas: [], types: ["alerts/src/store"], packages: ["hono", "zod"] },
  "alerts/src/settings": {
    areas: ["src/effects", "alerts/src/context"],
    types: ["src/config"],
    packages: ["zod"],
  },
  "alerts/src/server": { areas: [], packages: [] },
  "alerts/src/pipeline": {
    areas: ["alerts/src"],
    types: ["alerts/src/push", "alerts/src/store"],
    packages: [],
  },
  // What puts the rooms together, and what passes between them.
  "alerts/src": {
    areas: [
      "src/effects",
      "alerts/src/context",
      "alerts/src/door",
      "alerts/src/llm",
      "alerts/src/pipeline",
      "alerts/src/push",
      "alerts/src/redact",
      "alerts/src/server",
      "alerts/src/settings",
      "alerts/src/store",
      "alerts/src/text",
    ],
    packages: ["@logtape/logtape", "canonicalize", "hono", "prom-client"],
  },
  "alerts/src/cases": {
    areas: ["src/effects", "src/terminal", ...CASE, "alerts/src/settings", "alerts/src/store"],
    packages: ["commander"],
  },
  "alerts/src/doctor": {
    areas: [
      "src/effects",
      "src/terminal",
      "alerts/src",
      "alerts/src/context",
      "alerts/src/llm",
      "alerts/src/push",
      "alerts/src/settings",
      "alerts/src/store",
    ],
    types: ["src/config"],
    packages: ["commander", "zod"],
  },
  "alerts/src/demo": {
    areas: [
      "src/effects",
      "alerts/src",
      "alerts/src/context",
      "alerts/src/llm",
      "alerts/src/settings",
      "alerts/src/text",
    ],
    packages: ["mkcert", "picocolors", "ssh2"],
  },
  // The prompt, the request and the reading of an answer are the services' own code.
  "alerts/replay": {
    areas: [
      "src/effects",
      "src/files",
      "src/frames/distribution",
      "src/page/content_policy",
      "src/terminal",
      ...CASE,
      // An imported case is redacted and numbered as the analyzer does it.
      "alerts/src/case_redactor",
      "alerts/src/new_case_redactor",
      "alerts/src/number_items",
      "alerts/src/llm",
      "alerts/src/redact",
      "alerts/src/text",
    ],
    types: ["src/frames", "alerts/src/context"],
    packages: [
      "canonicalize",
      "commander",
      "diff",
      "jstat",
      "nodejs-polars",
      "picocolors",
      "preact",
      "preact-render-to-string",
      "pure-rand",
      "string-width",
      "yaml",
      "zod",
    ],
  },
  "alerts/mod": { areas: ["src/frames", "alerts/replay"], packages: [] },
};

/** The rules of the repository at `base`. */
export function alertRules(base: string): Rules {
  return { directions: DIRECTIONS, leaves: LEAVES, base, checked: "alerts/" };
}
