import type { z } from "zod";
import type { Environment } from "../../../src/config.ts";
import { WattbookError } from "../errors.ts";

/** Options of {@linkcode readVariables}. */
export interface ReadVariablesOptions {
  /** The page that describes the variables. */
  readonly page: string;
  /** Variables for which an empty value is a value. @default none */
  readonly mayBeEmpty?: readonly string[];
}

/**
 * Reads variables from the environment. An empty value counts as not set.
 *
 * @throws {WattbookError} `BAD_SETTING` with everything that is missing or cannot be used, at once.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { z } from "zod";
 * import { readVariables } from "./read_variables.ts";
 *
 * const variables = z.object({ A: z.string(), B: z.string() });
 * const page = "alerts/docs/analyzer.md";
 * assert.throws(
 *   () => readVariables(variables, new Map([["A", " "]]), { page }),
 *   /: A is missing; B is missing$/,
 * );
 * ```
 */
export function readVariables<S extends z.ZodRawShape>(
  variables: z.ZodObject<S>,
  env: Environment,
  { page, mayBeEmpty = [] }: ReadVariablesOptions,
): z.output<z.ZodObject<S>> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(variables.shape)) {
    const value = env.get(name)?.trim();
    if (value || (value === "" && mayBeEmpty.includes(name))) given[name] = value;
  }
  const parsed = variables.safeParse(given);
  if (parsed.success) return parsed.data;
  const complaints = parsed.error.issues.map(({ path, message }) => {
    const name = path.join(".");
    return `${name} ${given[name] === undefined ? "is missing" : message}`;
  });
  throw new WattbookError("BAD_SETTING", `The analyzer cannot start: ${complaints.join("; ")}`, {
    hint: `Set the variables in the environment; ${page} describes each.`,
  });
}
