/**
 * Opens a household: whose it is, and where its samples come from.
 *
 * @module
 */

import { join } from "node:path";
import type { Client } from "../client/client.ts";
import type { WireChoice } from "../client/wire_choice.ts";
import type { Config, Route } from "../config.ts";
import type { Source } from "../energy/signals/source.ts";
import { WattbookError } from "../errors.ts";
import type { DemoName } from "./demo_folder.ts";
import { later } from "./later.ts";
import type { ExpressionServer } from "./options.ts";
import { Home } from "./home.ts";
import { checkOptions } from "./check_options.ts";

/** Which household, and from where. Without any option: the server of the settings, else the demo. */
export interface OpenHouseholdOptions {
  /**
   * A simulated household that comes with Wattbook: `true` for one with solar panels, `"battery"`
   * for one with battery, wallbox and heat pump. @default {false}
   */
  readonly demo?: boolean | DemoName | undefined;
  /** Folder of an archive, as `deno task sync` fills it. */
  readonly archive?: string | undefined;
  /**
   * `true` for the server of the settings, else its address, its route, or other settings. Beside
   * `archive` it continues the archive. @default {false}
   */
  readonly server?: boolean | string | URL | Route | Config | undefined;
  /**
   * The household file. @default {`household.json` in the archive, or of the project}
   */
  readonly household?: string | undefined;
  /** IANA zone. @default {the household's} */
  readonly zone?: string | undefined;
  /**
   * How raw samples come from the server: as JSON, by remote read, or by remote read if the server
   * speaks it. @default {"auto"}
   */
  readonly wire?: WireChoice | undefined;
  /** Ends the search for the server's datasource early. */
  readonly signal?: AbortSignal | undefined;
}

/** What opening a household touches; everything has a real default. */
export interface HouseholdEffects {
  /** Reads the settings. @default {the environment and the project's `.env`} */
  readonly settings?: () => Config;
  /** Finds a file of the project. */
  readonly findFile?: (name: string) => string | undefined;
  /** The clock, Unix time. [ms] @default {Date.now} */
  readonly now?: () => number;
  /** Says something that no reader may miss. @default {console.warn} */
  readonly warn?: (text: string) => void;
  /** The server of the demo household. */
  readonly demoServer?: () => Promise<ExpressionServer>;
  /** Whether messages name options as a command line spells them. @default {false} */
  readonly asFlags?: boolean;
}

const OPTIONS = ["demo", "archive", "server", "household", "zone", "wire", "signal"] as const;

/** For a reader who expects their own household. */
const NOTHING_CONFIGURED =
  "This is the simulated demo household, not yours: no server is configured. Set METRICS_URL or " +
  "DASHBOARD_URL in the project's .env (see .env.example), or name an archive.";

const OWN_FILES = ["household.json", "tariff.json"];

/** Files of the project that say nothing about the demo. */
function unusedFiles(findFile: NonNullable<HouseholdEffects["findFile"]>): string {
  const found = OWN_FILES.filter((name) => findFile(name) !== undefined);
  if (found.length === 0) return "";
  return ` The project's ${found.join(" and ")} ${
    found.length === 1 ? "is" : "are"
  } not used for it.`;
}

/** The path of the house's own tariff file. */
async function tariffBeside(
  options: OpenHouseholdOptions,
  find: (name: string) => string | undefined,
): Promise<string | null> {
  const { pickTariff, TARIFF_FILE } = await later<typeof import("./pick_tariff.ts")>(
    "./pick_tariff.ts",
  );
  return await pickTariff(find(TARIFF_FILE), options);
}

/**
 * Opens a household: the server of the settings, an archive, an archive that a server continues, or
 * the demo. Without options it is the configured server. If none is configured it is the demo
 * household, which then says so: once on standard error, in `toString()`, and in the source and the
 * notices of each result.
 *
 * Settings come from the environment and from the project's `.env`; the household file is the one
 * that is named, else `household.json` in the archive or of the project. Without one the series of
 * the specification are used. The tariff of the house is `tariff.json` in the same place; the demo has
 * none. All of them are found from any folder of the project.
 *
 * @param effects What it touches.
 * @throws {WattbookError} `NOT_CONFIGURED`, `ZONE_MISSING`, `BAD_OPTION`, and any error from
 * settings, household file, archive or server.
 * @example The demo household in June
 * ```ts
 * import assert from "node:assert/strict";
 * import { openHousehold } from "./open_household.ts";
 *
 * await using home = await openHousehold({ demo: true });
 * const days = await home.days({ from: "2025-06-01", to: "2025-06-30" });
 * assert.equal(days.frame.height, 30);
 * assert(days.rollUp("month").total!.autarky! > 0.5);
 * ```
 */
export async function openHousehold(
  options: OpenHouseholdOptions = {},
  effects: HouseholdEffects = {},
): Promise<Home> {
  checkOptions("openHousehold()", options, OPTIONS);
  const { demo = false, archive, server = false, wire } = options;
  if (demo && (archive !== undefined || server !== false)) {
    throw new WattbookError(
      "BAD_OPTION",
      "The demo household has neither a server nor an archive",
      {
        hint: "Give demo alone, or leave it out.",
      },
    );
  }
  if (wire !== undefined && (demo || (archive !== undefined && server === false))) {
    throw new WattbookError("BAD_OPTION", "The option wire is for samples from a server", {
      hint: "Leave it out, or open the household with server: true.",
    });
  }
  const load = async () =>
    (effects.settings ?? (await later<typeof import("../config.ts")>("../config.ts")).loadConfig)();
  if (archive !== undefined) return await openArchived(archive, options, { ...effects, load });
  if (demo) return await openDemo(demo, options, { ...effects, load });
  const config = await settingsOf(server, load);
  const findFile = effects.findFile ??
    (await later<typeof import("../project_files.ts")>("../project_files.ts")).findProjectFile;
  if (server === false && wire === undefined && config.route === null) {
    const { warn = console.warn } = effects;
    const { unknownSettings } = await later<typeof import("../config.ts")>("../config.ts");
    const notice = NOTHING_CONFIGURED + unusedFiles(findFile) + unknownSettings(config);
    const home = await openDemo(true, options, { ...effects, load, notices: [notice] });
    warn(notice);
    return home;
  }
  const { client, source } = await connectTo(config, options);
  try {
    const { pickHousehold } = await later<typeof import("./pick_household.ts")>(
      "./pick_household.ts",
    );
    const household = await pickHousehold(findFile("household.json"), { ...options, config });
    const tariff = await tariffBeside(options, findFile);
    return new Home({
      ...{ household, tariff, source, client, config, notices: [], close: () => client.close() },
      ...lookOf(effects),
      isDemo: false,
      server: () => Promise.resolve(client),
    });
  } catch (error) {
    await client.close();
    throw error;
  }
}

interface Loaded extends HouseholdEffects {
  readonly load: () => Promise<Config>;
  readonly notices?: readonly string[];
}

/** The settings, with the server that was named in the place of theirs. */
async function settingsOf(
  server: boolean | string | URL | Route | Config,
  load: () => Promise<Config>,
): Promise<Config> {
  if (typeof server === "boolean") return await load();
  if (typeof server === "object" && "route" in server) return server;
  if (typeof server === "object" && "kind" in server) return { ...await load(), route: server };
  if (!URL.canParse(server)) {
    throw new WattbookError("BAD_OPTION", `'${server}' is not the address of a server`, {
      hint: "Write it in full, for example http://192.168.1.10:9090.",
    });
  }
  return { ...await load(), route: { kind: "direct", url: new URL(server) } };
}

async function connectTo(
  config: Config,
  { signal, wire }: OpenHouseholdOptions,
): Promise<{ client: Client; source: Source }> {
  const [{ connect }, { serverSource }] = await Promise.all([
    later<typeof import("../client/connect.ts")>("../client/connect.ts"),
    later<typeof import("../energy/signals/source.ts")>("../energy/signals/source.ts"),
  ]);
  const client = await connect(config, { ...signal && { signal }, ...wire && { wire } });
  return { client, source: serverSource(client) };
}

async function archiveAt(
  folder: string,
  options: OpenHouseholdOptions,
  load: () => Promise<Config>,
) {
  const [{ openArchive }, { isFile }, { pickHousehold }] = await Promise.all([
    later<typeof import("../archive/open_archive.ts")>("../archive/open_archive.ts"),
    later<typeof import("../files.ts")>("../files.ts"),
    later<typeof import("./pick_household.ts")>("./pick_household.ts"),
  ]);
  const source = await openArchive(folder);
  const own = join(folder, "household.json");
  // The settings describe the server; an archive with a household of its own needs none.
  const config = await isFile(own) ? { route: null } : await load();
  return { source, household: await pickHousehold(own, { ...options, config }) };
}

async function openArchived(
  folder: string,
  options: OpenHouseholdOptions,
  effects: Loaded,
): Promise<Home> {
  const { source: archive, household } = await archiveAt(folder, options, effects.load);
  const { server = false } = options,
    tariff = await tariffBeside(options, (name) => join(folder, name));
  if (server === false) {
    // The server is needed for expressions only.
    let asked: Promise<Client> | undefined;
    const connected = async () => (await connectTo(await effects.load(), options)).client;
    return new Home({
      ...{ household, tariff, source: archive, client: null, notices: [], isDemo: false },
      ...lookOf(effects),
      config: { route: null },
      close: async () => await (await asked?.catch(() => undefined))?.close(),
      server: () => asked ??= connected(),
    });
  }
  const config = await settingsOf(server, effects.load);
  const [{ joinSources }, { client, source }] = await Promise.all([
    later<typeof import("../archive/join_sources.ts")>("../archive/join_sources.ts"),
    connectTo(config, options),
  ]);
  return new Home({
    ...{ household, tariff, client, config, source: joinSources(archive, source) },
    ...lookOf(effects),
    ...{ notices: [], isDemo: false, close: () => client.close() },
    server: () => Promise.resolve(client),
  });
}

async function openDemo(
  demo: DemoName,
  options: OpenHouseholdOptions,
  effects: Loaded,
): Promise<Home> {
  const { demoFolder, demoJobs } = await later<typeof import("./demo_folder.ts")>(
    "./demo_folder.ts",
  );
  const { source, household } = await archiveAt(demoFolder(demo), options, effects.load);
  const { notices = [] } = effects;
  const demoServer = effects.demoServer ?? (async () => await serverOf(demo));
  const name = demo === true ? "demo household" : `demo household '${demo}'`;
  let server: Promise<ExpressionServer> | undefined;
  return new Home({
    source: {
      kind: source.kind,
      description: notices.length === 0
        ? `${name}, simulated; see data/fixtures/README.md`
        : `${name}, simulated, because no server is configured`,
      samples: (selector, range, options) => source.samples(selector, range, options),
      extent: () => source.extent(),
    },
    ...{ household, client: null, notices, isDemo: true },
    config: { route: null, ...demoJobs(demo) },
    ...lookOf(effects),
    close: () => Promise.resolve(),
    server: () => server ??= demoServer(),
  });
}

/** What answers the expressions of a demo household. */
async function serverOf(demo: DemoName): Promise<ExpressionServer> {
  return await (await later<typeof import("./demo.ts")>("./demo.ts")).demoClient(demo);
}

function lookOf({ now = Date.now, asFlags = false }: HouseholdEffects) {
  return { now, asFlags };
}
