/**
 * The settings of the host analyzer.
 *
 * @module
 */

import { z } from "zod";
import type { Environment } from "../../../src/config.ts";
import { environment } from "../../../src/effects.ts";
import type { Secret } from "../../../src/secret.ts";
import { readVariables } from "./read_variables.ts";
import { SERVICE_VARIABLES, type ServiceSettings, serviceSettings } from "./service_settings.ts";
import { checked, httpUrl, secret, whole } from "./value_kinds.ts";

/** What the environment says; alerts/docs/host-analyzer.md describes every variable. */
export interface HostSettings extends ServiceSettings {
  /** How to ask the monitoring site. */
  readonly monitoring: MonitoringSettings;
  /** How to log in to hosts. */
  readonly ssh: SshSettings;
}

/** How to ask the monitoring site. */
export interface MonitoringSettings {
  /** `HOSTMON_API_URL`: the site, or its REST API. */
  readonly url: URL;
  /** `HOSTMON_API_USER`: the automation user. */
  readonly user: string;
  /** `HOSTMON_API_SECRET`: its secret. */
  readonly secret: Secret;
}

/** How to log in to hosts. */
export interface SshSettings {
  /** `SSH_USER`: the account on every host. */
  readonly user: string;
  /** `SSH_PORT`: where hosts listen that the known-hosts list names without a port. */
  readonly port: number;
  /** `SSH_KEY_PATH`: the file of the private key. */
  readonly keyPath: string;
  /** `KNOWN_HOSTS_PATH`: the file of the known-hosts list. */
  readonly knownHostsPath: string;
}

/** Where the deployment files put what SSH needs. */
export const SSH_FILES = {
  keyPath: "/etc/host-analyzer/ssh/id",
  knownHostsPath: "/etc/host-analyzer/ssh/known_hosts",
} as const;

const path = checked((text) => !text.includes("\0"), "the name of a file");

const VARIABLES = z.object({
  ...SERVICE_VARIABLES,
  PUSH_PUBLISH_URL: SERVICE_VARIABLES.PUSH_PUBLISH_URL.prefault("http://ntfy"),
  PUSH_PUBLISH_TOPIC: SERVICE_VARIABLES.PUSH_PUBLISH_TOPIC.prefault("host-analysis"),
  PUSH_PUBLISH_TOKEN: secret,
  HOSTMON_API_URL: httpUrl().prefault("http://checkmk:5000/cmk"),
  HOSTMON_API_USER: checked(
    (text) => /^[-\w.@+$]{1,120}$/.test(text),
    "the name of an automation user",
  ),
  HOSTMON_API_SECRET: secret,
  SSH_USER: checked((text) => /^[a-z_][-\w.]{0,31}$/i.test(text), "the name of an account")
    .prefault("host-analyzer"),
  SSH_PORT: whole(1, 65_535).prefault("22"),
  SSH_KEY_PATH: path.prefault(SSH_FILES.keyPath),
  KNOWN_HOSTS_PATH: path.prefault(SSH_FILES.knownHostsPath),
});

/** Names of all variables that {@linkcode loadHostSettings} reads. */
export const HOST_VARIABLE_NAMES: readonly string[] = Object.keys(VARIABLES.shape);

/**
 * Reads the settings from the environment. An empty value counts as not set.
 *
 * @throws {WattbookError} `BAD_SETTING` with everything that is missing or cannot be used.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadHostSettings } from "./host_settings.ts";
 *
 * assert.throws(
 *   () => loadHostSettings(new Map([["WEBHOOK_SECRET", "abc"], ["API_KEY", "def"]])),
 *   /: PUSH_PUBLISH_TOKEN is missing; HOSTMON_API_USER is missing; HOSTMON_API_SECRET is missing$/,
 * );
 * ```
 */
export function loadHostSettings(env: Environment = environment): HostSettings {
  const of = readVariables(VARIABLES, env, { page: "alerts/docs/host-analyzer.md" });
  return {
    ...serviceSettings(of),
    monitoring: {
      url: of.HOSTMON_API_URL,
      user: of.HOSTMON_API_USER,
      secret: of.HOSTMON_API_SECRET,
    },
    ssh: {
      user: of.SSH_USER,
      port: of.SSH_PORT,
      keyPath: of.SSH_KEY_PATH,
      knownHostsPath: of.KNOWN_HOSTS_PATH,
    },
  };
}
