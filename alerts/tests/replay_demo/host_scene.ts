/**
 * A host at the moment of a notification.
 *
 * @module
 */

/** A notification as the monitoring system's script posts it. */
export interface HostNotice {
  /** ISO 8601. */
  readonly at: string;
  /** Variables without their prefix. */
  readonly fields: Readonly<Record<string, string>> & { readonly HOSTNAME: string };
}

/** What the monitoring system and the host would answer. */
export interface HostScene {
  /** Since when the host or service is in its state. */
  readonly since: string;
  /** Other services: name, state, output, since. */
  readonly services: readonly (readonly [string, string, string, string])[];
  /** Hosts on the way to it. */
  readonly parents?: readonly string[];
  /** Comments on the host: when, who, text. */
  readonly comments?: readonly (readonly [string, string, string])[];
  /** Share of the last checks that changed the state. [%] */
  readonly flapping?: number;
  /** Outputs of commands on the host, by their titles, or why nobody can log in. */
  readonly shell: Readonly<Record<string, string>> | string;
}
