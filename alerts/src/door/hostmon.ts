/**
 * What the notification script posts, made into incidents. Checkmk, Nagios and Icinga differ in what
 * they say, so only the name of the host must be there.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Hono } from "hono";
import { z } from "zod";
import type { Incident } from "../incident.ts";
import { type NotificationType, notificationType } from "./notification_types.ts";
import { stateOf } from "./states.ts";
import { type DoorOptions, type Notification, webhookDoor } from "./webhook_door.ts";

/** What the parser takes from its surroundings. */
export interface HostmonOptions {
  /** Address of the monitoring site, for links to its pages. @default none are made */
  readonly site?: URL;
}

/** A macro that the monitoring system had no value for arrives as itself. */
const UNEXPANDED = /^\$[\w.:]+\$$/;

/** Variables by their names in Checkmk, without `NOTIFY_`; those without a value are left out. */
const variablesSchema = z.record(z.string(), z.unknown()).transform((given) =>
  new Map(
    Object.entries(given)
      .map(([name, value]) => [name, textOf(value)] as const)
      .filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  )
);

type Variables = ReadonlyMap<string, string>;

const payloadSchema = z.object({ notifications: z.array(z.unknown()) });

/**
 * Reads the body of a webhook.
 *
 * @param body Parsed JSON.
 * @returns The notification, or why the body is none.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseHostmon } from "./hostmon.ts";
 *
 * const variables = {
 *   NOTIFICATIONTYPE: "PROBLEM",
 *   HOSTNAME: "db1",
 *   SERVICEDESC: "Filesystem /",
 *   SERVICESTATE: "CRIT",
 * };
 * const parsed = parseHostmon({ version: 1, source: "nagios", notifications: [variables] });
 * assert(typeof parsed === "object");
 * const [incident] = parsed.incidents;
 * assert.equal(incident?.title, "db1: Filesystem /");
 * assert.equal(incident?.severity, "critical");
 *
 * assert.match(`${parseHostmon({ alerts: [] })}`, /'notifications' is not a list/);
 * ```
 */
export function parseHostmon(
  body: unknown,
  options: HostmonOptions = {},
  now: () => number = Date.now,
): Notification | string {
  const payload = payloadSchema.safeParse(body);
  if (!payload.success) {
    return "not a payload of the notification script: 'notifications' is not a list";
  }
  const incidents = new Map<string, Incident>();
  const skipped: Record<string, number> = {};
  const skip = (reason: string) => skipped[reason] = (skipped[reason] ?? 0) + 1;
  const { notifications } = payload.data;
  for (const one of notifications) {
    const parsed = variablesSchema.safeParse(one);
    const host = parsed.data?.get("HOSTNAME");
    if (!parsed.success || host === undefined) {
      skip("malformed");
      continue;
    }
    const type = notificationType(parsed.data.get("NOTIFICATIONTYPE"));
    if (typeof type.treatment === "object") {
      skip(type.treatment.skipped);
      continue;
    }
    const incident = incidentOf(host, { variables: parsed.data, type, options, now });
    incidents.set(`${incident.episode} ${incident.status}`, incident);
  }
  if (notifications.length > 0 && skipped["malformed"] === notifications.length) {
    return "not a payload of the notification script: no entry of 'notifications' has a HOSTNAME";
  }
  return { incidents: [...incidents.values()], skipped };
}

interface Given {
  readonly variables: Variables;
  readonly type: NotificationType;
  readonly options: HostmonOptions;
  readonly now: () => number;
}

function incidentOf(host: string, { variables, type, options, now }: Given): Incident {
  const of = (...names: string[]) =>
    names.map((name) => variables.get(name)).find((value) => value !== undefined);
  const what = whatOf(variables);
  const service = what === "SERVICE" ? of("SERVICEDESC") : undefined;
  const state = stateOf(of(`${what}STATE`, `${what}SHORTSTATE`));
  const isOver = type.treatment === "over" ||
    (type.treatment === "by_state" && (state?.name === "OK" || state?.name === "UP"));
  const site = of("OMD_SITE", "MONITORING_HOST");
  const id = of(`${what}PROBLEMID`);
  // 0 is that of no problem.
  const problemId = id === "0" ? undefined : id;
  const time = timeOf(of("MICROTIME"));
  // A problem that gets worse is another matter: no cooldown holds it back.
  const matter = [site, host, what, service, isOver ? "recovery" : type.class, state?.name];
  const fingerprint = createHash("sha256").update(JSON.stringify(matter)).digest("hex")
    .slice(0, 32);
  return {
    source: "hostmon",
    fingerprint,
    episode: `${fingerprint}${
      problemId !== undefined && type.class !== "custom"
        ? `#${problemId}`
        : `@${time === undefined ? "unknown" : new Date(time).toJSON()}`
    }`,
    title: service === undefined ? host : `${host}: ${service}`,
    status: isOver ? "resolved" : "firing",
    severity: state?.severity ?? "unknown",
    startsAt: time ?? now(),
    labels: present({
      what: what.toLowerCase(),
      host,
      alias: of("HOSTALIAS"),
      address: of("HOSTADDRESS", "HOST_ADDRESS_4", "HOST_ADDRESS_6"),
      service,
      state: state?.name,
      previous_state: stateOf(of(`PREVIOUS${what}HARDSTATE`, `LAST${what}STATE`))?.name,
      type: type.name || undefined,
      site,
      // What follows are the arguments of the check, often a password among them.
      check_command: of(`${what}CHECKCOMMAND`)?.split("!")[0],
      attempt: of(`${what}ATTEMPT`),
      groups: of("HOSTGROUPNAMES"),
      problem_id: problemId,
    }),
    annotations: present({
      output: of(`${what}OUTPUT`),
      long_output: of(`LONG${what}OUTPUT`),
      perfdata: of(`${what}PERFDATA`),
      comment: of("NOTIFICATIONCOMMENT", `${what}ACKCOMMENT`),
      author: of("NOTIFICATIONAUTHOR", `${what}ACKAUTHOR`),
    }),
    links: linkOf(of(`${what}URL`, "HOSTURL"), options.site),
  };
}

function whatOf(variables: Variables): "HOST" | "SERVICE" {
  const said = variables.get("WHAT")?.toUpperCase();
  if (said === "HOST" || said === "SERVICE") return said;
  return variables.has("SERVICEDESC") ? "SERVICE" : "HOST";
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === "string" ? value.trim() : numberText(value);
  return text === "" || UNEXPANDED.test(text) ? undefined : text;
}

function numberText(value: unknown): string {
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function present(texts: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Microseconds since 1970; anything else is no time. [ms] */
function timeOf(microseconds: string | undefined): number | undefined {
  return /^\d{16}$/.test(microseconds ?? "") ? Math.floor(Number(microseconds) / 1000) : undefined;
}

/** Checkmk gives a path on its site, Nagios and Icinga nothing. */
function linkOf(link: string | undefined, site: URL | undefined): string[] {
  if (link === undefined) return [];
  if (URL.canParse(link)) return /^https?:\/\//i.test(link) ? [link] : [];
  const isPath = site !== undefined && /^\/check_mk\/[!-~]*$/.test(link);
  return isPath ? [new URL(site.pathname.replace(/\/$/, "") + link, site).href] : [];
}

/** The notification script sends a quarter of it at most. [bytes] */
const LONGEST_BODY = 2 ** 20;

/**
 * The front door of the host analyzer: it takes what the notification script posts.
 *
 * @returns A web application; `fetch` answers requests.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../src/secret.ts";
 * import { hostmonDoor } from "./hostmon.ts";
 *
 * const door = hostmonDoor({ secret: new Secret("s3cret"), accept: () => null });
 * const response = await door.request("/webhook", {
 *   method: "POST",
 *   headers: { authorization: "Bearer s3cret" },
 *   body: "{}",
 * });
 * assert.equal(response.status, 400);
 * ```
 */
export function hostmonDoor(
  options: DoorOptions & HostmonOptions,
  now: () => number = Date.now,
): Hono {
  return webhookDoor(
    (body) => parseHostmon(body, options, now),
    { maxBytes: LONGEST_BODY, ...options },
    now,
  );
}
