/**
 * A host at the moment of a notification.
 *
 * @module
 */

import type { Finding } from "../../src/analyzer/context/context_item.ts";
import type { Incident } from "../../src/analyzer/incident.ts";
import type { Failure } from "./failure.ts";

/** A notification as the monitoring system's script posts it. */
export interface HostNotice {
  /** ISO 8601. */
  readonly at: string;
  /** Fields without their prefix. */
  readonly fields: Readonly<Record<string, string>> & { readonly HOSTNAME: string };
}

/** What the monitoring system and the host would answer. */
export interface HostScene {
  /** State of the host: state, output, since. */
  readonly state: readonly [string, string, string] | Failure;
  /** Services that are not OK: name, state, output, since. */
  readonly services: readonly (readonly [string, string, string, string])[] | Failure;
  /** Comments: when, who, text. */
  readonly comments?: readonly (readonly [string, string, string])[] | Failure;
  /** Downtimes: from, to, who, text. */
  readonly downtimes?: readonly (readonly [string, string, string, string])[] | Failure;
  /** Output of commands on the host by their names, or why there is none at all. */
  readonly shell: Readonly<Record<string, string | Failure>> | Failure;
}

/** The incident of a notification. */
export function hostIncident({ at, fields }: HostNotice): Incident {
  throw new Error(`${at} ${fields.HOSTNAME}`);
}

/** The analyzer's gatherers in front of a scene. */
export function hostGatherers(
  _scene: HostScene,
  _incident: Incident,
  _now: () => number,
): { gather(): Promise<Finding[]> }[] {
  return [];
}
