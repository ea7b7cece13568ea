/**
 * The steps of setup: connect, recognise, ask, check, write.
 *
 * @module
 */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "../../client/client.ts";
import { connect } from "../../client/connect.ts";
import type { Config } from "../../config.ts";
import { WattbookError } from "../../errors.ts";
import { isFile, replaceFile } from "../../files.ts";
import { type HouseFacts, householdFileOf } from "../../setup/household_file.ts";
import type { Proposal } from "../../setup/proposal.ts";
import { type FoundHouse, recogniseHouse } from "../../setup/recognise_house.ts";
import { ROLE_WORDS } from "../../setup/roles.ts";
import type { Effects } from "../../terminal/command.ts";
import { progressLine } from "../../terminal/progress.ts";
import { wrap } from "../../text.ts";
import type { SetupOptions } from "./options.ts";
import { askRoute } from "./ask_route.ts";
import { askFacts, assumptions, factsWithoutAsking } from "./ask_facts.ts";
import { type Dialog, openDialog } from "./dialog.ts";
import { proposalText, seriesText } from "./print_proposals.ts";
import { computeYesterday, type Yesterday, yesterdayText } from "./yesterday.ts";

/** Names of the two files. */
const HOUSEHOLD_FILE = "household.json", SETTINGS_FILE = ".env";

/**
 * Runs setup.
 *
 * @throws {WattbookError} `NOT_CONFIGURED` without settings and without a terminal, `NO_HOUSE_FOUND`,
 * `SETUP_ENDED`, `FILE_EXISTS`, and any error from settings or server.
 */
export async function runSetup(options: SetupOptions, effects: Effects): Promise<void> {
  const { stdin, stdout, stderr, signal } = effects;
  const isAsking = !options.yes && !options.json && stdin?.isTerminal === true;
  const dialog = isAsking ? openDialog(stdin, stderr, signal) : null;
  const { config, settings } = await routeOf(effects.settings(), dialog);
  await using client = await connect(config, { signal });
  const house = await recognise(client, options, effects);
  if (house.proposals.every(({ role }) => role !== "grid_power" && role !== "generation_power")) {
    throw nothingFound(house, client.description);
  }
  const width = stderr.isTerminal ? stderr.columns : Infinity;
  const say = (text: string) => stderr.write(`${wrap(text, width).join("\n")}\n`);
  if (!options.json) {
    await say(summaryOf(house));
    for (const proposal of house.proposals) await stderr.write(proposalText(proposal, stderr));
  }
  const accepted = dialog
    ? await settle(house.proposals, dialog)
    : house.proposals.filter(({ certainty }) => certainty === "proved");
  const given = options.zone ?? config.zone;
  const facts: HouseFacts = dialog
    ? await askFacts(house, accepted, given, dialog)
    : factsWithoutAsking(house, given);
  const kept = facts.batteryCoupling === undefined ? accepted.filter(isNoBattery) : accepted;
  const file = householdFileOf(kept, facts);
  const yesterday = await computeYesterday(client, file, { now: effects.now(), signal });
  if (options.json) {
    await stdout.write(`${JSON.stringify(documentOf(house, file, facts, yesterday), null, 2)}\n`);
  } else {
    await say(`\n${yesterdayText(yesterday)}`);
    for (const notice of yesterday.notices) await say(`notice: ${notice}`);
    const open = house.proposals.filter((one) => !kept.some(({ role }) => role === one.role));
    for (const { role, series } of open) {
      await say(
        `notice: ${ROLE_WORDS[role]} is not bound; perhaps ${series.map(seriesText).join("; ")}`,
      );
    }
    if (!dialog) { for (const one of assumptions(house, facts)) await say(`notice: ${one}`); }
  }
  if (kept.length === 0) throw nothingBound(dialog !== null);
  if (dialog && !await dialog.agrees("Does that look right?")) {
    await say(
      "Nothing was written. Correct the roles by hand, as docs/household-file.md explains.",
    );
    return;
  }
  await writeFiles(file, settings, options, { dialog, say });
}

/** Battery roles need to know how the battery is connected. */
function isNoBattery({ role }: Proposal): boolean {
  return !role.startsWith("battery_") && role !== "state_of_charge";
}

async function routeOf(config: Config, dialog: Dialog | null) {
  if (config.route !== null) return { config, settings: new Map<string, string>() };
  if (dialog === null) {
    throw new WattbookError("NOT_CONFIGURED", "No server is configured", {
      hint: "Run 'deno task setup' in a terminal, which asks for the address, or set METRICS_URL.",
    });
  }
  const { config: answered, settings } = await askRoute(dialog);
  return { config: { ...config, route: answered.route }, settings };
}

async function recognise(
  client: Client,
  { json }: SetupOptions,
  { stderr, now, signal }: Effects,
): Promise<FoundHouse> {
  await using progress = progressLine(stderr, { now, silent: json });
  return await recogniseHouse(client, {
    now: now(),
    signal,
    onProgress: (_, done, total) => progress.onProgress(done, total),
  });
}

function summaryOf({ counted: { series, candidates }, sources }: FoundHouse): string {
  const from = sources.length === 0
    ? ""
    : ` Recognised by name: ${new Intl.ListFormat("en").format(sources)}.`;
  return `The server has ${series} series; ${candidates} could belong to a house.${from}\n`;
}

/** Lets the person choose where the samples do not prove a role. */
async function settle(proposals: readonly Proposal[], dialog: Dialog): Promise<Proposal[]> {
  const settled: Proposal[] = [];
  for (const proposal of proposals) {
    if (proposal.certainty === "proved") {
      settled.push(proposal);
      continue;
    }
    const { role, series, others } = proposal, choices = [series, ...others];
    await dialog.say(`\nNot sure: ${ROLE_WORDS[role]}`);
    const chosen = await dialog.choose("Choose", [
      ...choices.map((one) => one.map(seriesText).join("; ")),
      "none of these, or I do not know",
    ]);
    const bound = choices[chosen];
    if (bound) settled.push({ ...proposal, series: bound });
  }
  return settled;
}

function documentOf(
  house: FoundHouse,
  file: object,
  facts: HouseFacts,
  { row }: Yesterday,
) {
  const { proposals, counted, place, coupling } = house;
  return {
    counted,
    roles: proposals.map(({ role, series, certainty, reasons }) => ({
      role,
      certainty,
      series: series.map(({ candidate: { metric, labels }, ...rest }) => ({
        metric,
        labels,
        ...rest,
      })),
      reasons,
    })),
    place,
    battery_coupling: coupling,
    notices: assumptions(house, facts),
    household: file,
    yesterday: {
      date: row.date,
      import_kwh: row.import_kwh,
      export_kwh: row.export_kwh,
      yield_kwh: row.yield_kwh,
      consumption_kwh: row.consumption_kwh,
      complete: row.complete,
      flags: row.flags,
    },
  };
}

async function writeFiles(
  household: object,
  settings: ReadonlyMap<string, string>,
  { dir, yes, json, replace, dryRun }: SetupOptions,
  { dialog, say }: { dialog: Dialog | null; say: (text: string) => Promise<void> },
): Promise<void> {
  const files = [
    { name: HOUSEHOLD_FILE, content: `${JSON.stringify(household, null, 2)}\n`, mode: undefined },
    ...settings.size > 0
      ? [{ name: SETTINGS_FILE, content: settingsText(settings), mode: 0o600 }]
      : [],
  ];
  if (json && !yes) return;
  if (dryRun) {
    if (!json) await say(`\n${HOUSEHOLD_FILE} would be:\n${files[0]!.content}`);
    return;
  }
  if (dir !== ".") await mkdir(dir, { recursive: true });
  for (const { name, content, mode } of files) {
    const path = join(dir, name);
    if (!replace && await isFile(path)) {
      if (!dialog) {
        throw new WattbookError("FILE_EXISTS", `'${path}' already exists`, {
          hint: "Nothing was changed. Give --replace to replace it, or --dir for another folder.",
        });
      }
      if (!await dialog.agrees(`'${path}' already exists. Replace it?`, false)) {
        await say(`kept ${path}`);
        continue;
      }
    }
    await replaceFile(path, content, { mode });
    if (!json) await say(`wrote ${path}${mode === undefined ? "" : " (only you can read it)"}`);
  }
  if (!json) await say("Next: deno task report");
}

/** Values in double quotes would be unescaped, in single quotes they are not. */
function settingsText(settings: ReadonlyMap<string, string>): string {
  return [...settings].map(([name, value]) =>
    /^[\w.:/@-]*$/.test(value) ? `${name}=${value}\n` : `${name}=${quotedValue(value)}\n`
  ).join("");
}

function quotedValue(value: string): string {
  const quote = ["'", '"', "`"].find((one) => !value.includes(one));
  if (quote === undefined) {
    throw new WattbookError(
      "BAD_SETTING",
      "A setting contains all three kinds of quotation marks",
      {
        hint: "Set it in the environment instead of .env.",
      },
    );
  }
  return `${quote}${value}${quote}`;
}

function nothingBound(asked: boolean): WattbookError {
  return new WattbookError("NO_HOUSE_FOUND", "No series is bound, so nothing was written", {
    hint: asked
      ? "Bind the series by hand, as docs/household-file.md explains."
      : "Run 'deno task setup' in a terminal, where it asks, or bind the series by hand, " +
        "as docs/household-file.md explains.",
  });
}

function nothingFound({ counted: { series } }: FoundHouse, server: string): WattbookError {
  if (series === 0) {
    return new WattbookError("NO_HOUSE_FOUND", `The ${server} has no samples of the last days`, {
      hint: "Check the exporters, or the address.",
    });
  }
  return new WattbookError(
    "NO_HOUSE_FOUND",
    `Setup recognises neither a meter nor an inverter among the ${series} series of ${server}`,
    {
      hint: "Setup needs samples of at least one day. You can also bind the series by hand, as " +
        "docs/household-file.md explains.",
    },
  );
}
