import { join } from "node:path";
import type { Client } from "../client/client.ts";
import { type Config, loadConfig } from "../config.ts";
import type { Archive } from "../archive/open_archive.ts";
import { DEMO_FOLDER } from "./demo_folder.ts";
import type { Source } from "../energy/source.ts";
import type { Household } from "../household.ts";
import { isFile } from "../files.ts";
import { pickHousehold } from "./pick_household.ts";

/** Where a person wants the samples from. */
export type SourceChoice =
  | { readonly kind: "demo" }
  | { readonly kind: "server" }
  | { readonly kind: "archive"; readonly folder: string }
  /** History from an archive, the rest from the server. */
  | { readonly kind: "joined"; readonly folder: string };

/** What a person asked for. */
export interface PickSourceOptions {
  /** Default: the server if one is configured, else the demo. */
  readonly source?: SourceChoice;
  /** Household file. Default: `household.json` beside the data. */
  readonly household?: string;
  /** IANA zone. Default: the household's. */
  readonly zone?: string;
  /** Ends the search for the server's datasource early. */
  readonly signal?: AbortSignal;
}

/** Samples and the household they belong to. */
export interface PickedSource extends AsyncDisposable {
  /** The samples. */
  readonly source: Source;
  /** Their household. */
  readonly household: Household;
  /** The server that they come from, to ask it for more than samples; archives have none. */
  readonly client?: Client;
}

/**
 * Opens what a person asked for: the demo household, the configured server, an archive, or an archive
 * that the server continues. For a
 * server, `household.json` is looked for in the working folder. An archive has its own in it, and
 * then the settings of the environment, which describe the server, do not apply to it. An archive
 * that the server continues counts as an archive.
 *
 * @param load Reads the settings.
 * @throws {WattbookError} `NOT_CONFIGURED`, `ZONE_MISSING`, and whatever settings, household file,
 * archive and server have to complain about.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isWattbookError } from "../errors.ts";
 * import { pickSource } from "./pick_source.ts";
 *
 * const picked = pickSource({ source: { kind: "server" }, zone: "UTC" }, () => ({ route: null }));
 * await assert.rejects(picked, (error) => isWattbookError(error, "NOT_CONFIGURED"));
 * ```
 */
export async function pickSource(
  options: PickSourceOptions,
  load: () => Config = loadConfig,
): Promise<PickedSource> {
  const { source: choice } = options;
  if (choice?.kind === "archive") return await pickArchive(choice.folder, options, load);
  if (choice?.kind === "joined") return await pickJoined(choice.folder, options, load);
  if (choice?.kind === "demo") return await pickDemo(options, load);
  const config = load();
  return choice === undefined && config.route === null
    ? await pickDemo(options, load)
    : await pickServer(config, options);
}

async function pickServer(config: Config, options: PickSourceOptions): Promise<PickedSource> {
  const { client, source, close } = await connectTo(config, options);
  try {
    const household = await pickHousehold("household.json", { ...options, config });
    return { source, household, client, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function connectTo(
  config: Config,
  { signal }: PickSourceOptions,
): Promise<{ client: Client; source: Source; close: () => Promise<void> }> {
  // Each source is loaded when it is needed: an archive needs no HTTP.
  const [{ connect }, { serverSource }] = await Promise.all([
    import("../client/connect.ts"),
    import("../energy/source.ts"),
  ]);
  const client = await connect(config, signal && { signal });
  return { client, source: serverSource(client), close: () => client.close() };
}

async function pickArchive(
  folder: string,
  options: PickSourceOptions,
  load: () => Config,
): Promise<PickedSource & { source: Archive }> {
  const { openArchive } = await import("../archive/open_archive.ts");
  const source = await openArchive(folder);
  const own = join(folder, "household.json");
  const config = await isFile(own) ? { route: null } : load();
  const household = await pickHousehold(own, { ...options, config });
  return { source, household, [Symbol.asyncDispose]: () => Promise.resolve() };
}

async function pickJoined(
  folder: string,
  options: PickSourceOptions,
  load: () => Config,
): Promise<PickedSource> {
  const { joinSources } = await import("../archive/join_sources.ts");
  const { source: archive, household } = await pickArchive(folder, options, load);
  const { source: server, close } = await connectTo(load(), options);
  return {
    source: joinSources(archive, server),
    household,
    [Symbol.asyncDispose]: close,
  };
}

async function pickDemo(options: PickSourceOptions, load: () => Config): Promise<PickedSource> {
  const { source, ...rest } = await pickArchive(DEMO_FOLDER, options, load);
  const description = "demo household, simulated; see data/fixtures/README.md";
  return {
    source: {
      kind: source.kind,
      description,
      samples: (selector, range, options) => source.samples(selector, range, options),
      ...(source.extent && { extent: () => source.extent!() }),
    },
    ...rest,
  };
}
