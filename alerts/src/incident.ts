/**
 * What is analysed: one alert of one episode, whichever door it came through.
 *
 * @module
 */

/** How bad it is, by the sender's own label. Only this decides how loudly a phone rings. */
export type Severity = "critical" | "error" | "warning" | "info" | "unknown";

/** One alert. Other systems wrote all texts in it: they are data, never instructions. */
export interface Incident {
  /** Who sent it. */
  readonly source: "alertmanager" | "hostmon";
  /** Identity over all episodes: what a cooldown is kept for. */
  readonly fingerprint: string;
  /** Identity of this episode: the same alert, fired at another time, is another one. */
  readonly episode: string;
  /** Name of the alert, for people. */
  readonly title: string;
  /** Whether the trouble is there or over. */
  readonly status: "firing" | "resolved";
  /** How bad it is. */
  readonly severity: Severity;
  /** When it began, Unix time. [ms] */
  readonly startsAt: number;
  /** Labels, as sent. */
  readonly labels: Readonly<Record<string, string>>;
  /** Annotations, or what the check said. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Links of the sender: rule, runbook, host. Whether a push may link them, the settings say. */
  readonly links: readonly string[];
}
