import { InvalidArgumentError } from "commander";
import type { OpenHouseholdOptions } from "../house/open_household.ts";

/** Which household a command line asks for, as {@linkcode openHousehold} takes it. */
export type SourceOption = Pick<OpenHouseholdOptions, "demo" | "server" | "archive">;

/**
 * Reads the value of `--source`.
 *
 * @throws {InvalidArgumentError} If it is none of the forms.
 */
export function parseSource(text: string): SourceOption {
  if (text === "demo") return { demo: true };
  if (text === "server") return { server: true };
  const [, folder, joined] = /^archive:(.+?)(\+server)?$/s.exec(text) ?? [];
  if (folder !== undefined) return { archive: folder, ...joined && { server: true } };
  throw new InvalidArgumentError("Allowed are demo, server, archive:DIR and archive:DIR+server.");
}
