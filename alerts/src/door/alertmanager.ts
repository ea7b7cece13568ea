/**
 * What Alertmanager posts, made into incidents. Versions differ in what they send, so only what is
 * needed must be there, and what is not known is not looked at.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Hono } from "hono";
import { z } from "zod";
import { labelKey } from "../../../src/columns.ts";
import type { Incident } from "../incident.ts";
import { severityOf } from "./severity.ts";
import { type DoorOptions, type Notification, webhookDoor } from "./webhook_door.ts";

/** Labels and annotations are texts; a foreign sender's numbers are taken as such. */
const texts = z.record(z.string(), z.unknown()).transform((given) =>
  Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  )
);

const text = z.string().optional().catch(undefined);

const alertSchema = z.object({
  status: text,
  labels: texts.refine((labels) => Object.keys(labels).length > 0),
  annotations: texts.catch({}).prefault({}),
  startsAt: text,
  endsAt: text,
  generatorURL: text,
  // It gets into logs and, where all else fails, into a push: one word, and nothing that is a link.
  fingerprint: z.string().regex(/^\w{1,64}$/).optional().catch(undefined),
});

const payloadSchema = z.object({
  alerts: z.array(z.unknown()),
  status: text,
  externalURL: text,
  notification_reason: text,
  truncatedAlerts: z.int().nonnegative().catch(0).prefault(0),
});

/** Annotations that hold an address by convention. */
const LINKED = ["runbook_url", "dashboard_url"];

/** What Alertmanager says when `repeat_interval` has elapsed. */
const REPEAT = "repeat interval elapsed";

/** Reasons that are about other alerts of the group, or about the first time. */
const NO_REPEAT = [
  "first notification",
  "new alerts added",
  "some alerts resolved",
  "all alerts resolved",
];

/**
 * Reads the body of a webhook.
 *
 * @param body Parsed JSON.
 * @returns The notification, or why the body is none.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseNotification } from "./alertmanager.ts";
 *
 * const alert = { labels: { alertname: "Down", severity: "page" }, startsAt: "2026-11-21T02:27:00Z" };
 * const notification = parseNotification({ version: "4", status: "firing", alerts: [alert] });
 * assert(typeof notification === "object");
 * assert.equal(notification.incidents[0]?.severity, "critical");
 *
 * assert.match(`${parseNotification({ text: "custom" })}`, /'alerts' is not a list/);
 * ```
 */
export function parseNotification(
  body: unknown,
  now: () => number = Date.now,
): Notification | string {
  const payload = payloadSchema.safeParse(body);
  if (!payload.success) {
    return "not an Alertmanager payload: 'alerts' is not a list (custom payloads are not supported)";
  }
  const { alerts, status, externalURL, notification_reason: reason } = payload.data;
  const { truncatedAlerts: truncated } = payload.data;
  const incidents = new Map<string, Incident>();
  let malformed = 0;
  for (const one of alerts) {
    const alert = alertSchema.safeParse(one);
    if (!alert.success) {
      malformed++;
      continue;
    }
    const incident = incidentOf(alert.data, { status, externalURL, now });
    incidents.set(`${incident.episode} ${incident.status}`, incident);
  }
  if (malformed > 0 && incidents.size === 0) {
    return "not an Alertmanager payload: no entry of 'alerts' has labels";
  }
  return {
    incidents: [...incidents.values()],
    // Alertmanager does not resend alerts that it cut off, so their number must be visible.
    skipped: { ...(malformed > 0 && { malformed }), ...(truncated > 0 && { truncated }) },
    ...(reason === REPEAT && { isRepeat: true }),
    ...(reason !== undefined && NO_REPEAT.includes(reason) && { isRepeat: false }),
  };
}

interface Surroundings {
  readonly status: string | undefined;
  readonly externalURL: string | undefined;
  readonly now: () => number;
}

function incidentOf(
  alert: z.output<typeof alertSchema>,
  { status, externalURL, now }: Surroundings,
): Incident {
  const { labels, annotations } = alert;
  const fingerprint = alert.fingerprint ?? labelHash(labels);
  const startsAt = Date.parse(alert.startsAt ?? "");
  const links = [alert.generatorURL, ...LINKED.map((name) => annotations[name]), externalURL];
  return {
    source: "alertmanager",
    fingerprint,
    episode: `${fingerprint}@${Number.isNaN(startsAt) ? "unknown" : new Date(startsAt).toJSON()}`,
    title: labels["alertname"] || "Alert without a name",
    // An alert's own word counts; the group's is `firing` as soon as one of them is.
    status: (alert.status ?? status) === "resolved" ? "resolved" : "firing",
    severity: severityOf(labels["severity"]),
    startsAt: Number.isNaN(startsAt) ? now() : startsAt,
    labels,
    annotations,
    links: [
      ...new Set(links.filter((link) => link !== undefined && isWebAddress(link))),
    ] as string[],
  };
}

/** Alertmanager before 0.19 sends no fingerprint. Any stable hash of the label set will do. */
function labelHash(labels: Readonly<Record<string, string>>): string {
  return createHash("sha256").update(labelKey(labels)).digest("hex").slice(0, 16);
}

function isWebAddress(link: string): boolean {
  return URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
}

/**
 * The front door of the cluster analyzer: it takes Alertmanager's webhooks.
 *
 * @returns A web application; `fetch` answers requests.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../src/secret.ts";
 * import { alertmanagerDoor } from "./alertmanager.ts";
 *
 * const door = alertmanagerDoor({ secret: new Secret("s3cret"), accept: () => null });
 * const response = await door.request("/webhook", {
 *   method: "POST",
 *   headers: { authorization: "Bearer s3cret" },
 *   body: "{}",
 * });
 * assert.equal(response.status, 400);
 * ```
 */
export function alertmanagerDoor(options: DoorOptions, now: () => number = Date.now): Hono {
  return webhookDoor((body) => parseNotification(body, now), options, now);
}
