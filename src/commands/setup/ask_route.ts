/**
 * Asks where the metrics server is, and with which account.
 *
 * @module
 */

import { type Config, loadConfig } from "../../config.ts";
import { isWattbookError } from "../../errors.ts";
import type { Dialog } from "./dialog.ts";

/** The settings that a person gave, as lines of `.env`. */
export interface AnsweredRoute {
  /** The same as the program reads it. */
  readonly config: Config;
  /** Variables with their values. */
  readonly settings: ReadonlyMap<string, string>;
}

const ROUTES: readonly {
  readonly title: string;
  readonly asks: readonly (readonly [name: string, question: string, isSecret: boolean])[];
}[] = [
  {
    title: "Directly: Prometheus or VictoriaMetrics in my network",
    asks: [["METRICS_URL", "Address, such as http://192.168.1.10:9090", false]],
  },
  {
    title: "Through a Grafana dashboard, with a service account token",
    asks: [
      ["DASHBOARD_URL", "Address of the dashboard, such as https://grafana.example.org", false],
      ["SERVICE_ACCOUNT_TOKEN", "Service account token (it is not shown)", true],
    ],
  },
  {
    title: "Through a gateway that asks for a user name and a password",
    asks: [
      ["METRICS_URL", "Address, such as https://metrics.example.org", false],
      ["AGENT_USER", "User name", false],
      ["AGENT_PASSWORD", "Password (it is not shown)", true],
    ],
  },
];

/** Asks for the route to the server. Each answer is checked as it is given. */
export async function askRoute(dialog: Dialog): Promise<AnsweredRoute> {
  await dialog.say("How do you reach the server that stores your metrics?");
  const route = ROUTES[await dialog.choose("Choose", ROUTES.map(({ title }) => title))]!;
  const settings = new Map<string, string>();
  for (const [name, question, isSecret] of route.asks) {
    settings.set(
      name,
      await dialog.line(question, { isSecret, check: (text) => faultOf(name, text) }),
    );
  }
  return { config: loadConfig(settings, () => undefined), settings };
}

/** What is wrong with a setting; `null` if nothing is. */
function faultOf(name: string, text: string): string | null {
  if (text === "") return "Please type a value.";
  try {
    loadConfig(new Map([[name, text]]), () => undefined);
    return null;
  } catch (error) {
    // A route may need several settings, and only one is known so far.
    if (isWattbookError(error) && error.code === "BAD_SETTING") return error.message;
    return null;
  }
}
