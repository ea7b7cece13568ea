/**
 * What a server and a dashboard say about themselves, if they say it.
 *
 * @module
 */

import { z } from "zod";
import { readText } from "../../client/http.ts";
import type { Access } from "../../client/route.ts";
import type { Transport } from "../../client/transport.ts";
import { isWattbookError } from "../../errors.ts";

/** The account behind a token, as far as the dashboard says. */
export interface Identity {
  /** The account: `'Wattbook' (sa-1-wattbook)`; `null` if the dashboard does not name it. */
  readonly account: string | null;
  /** The account's organisation, `null` if the dashboard does not name it. */
  readonly organisation: string | null;
}

const USER = z.looseObject({ login: z.string().min(1), name: z.string().optional() });
const ORGANISATION = z.looseObject({ name: z.string().min(1) });
const BUILD_INFO = z.looseObject({
  data: z.looseObject({
    application: z.string().optional(),
    version: z.string(),
    goVersion: z.string(),
  }),
});
const RUNTIME_INFO = z.looseObject({
  data: z.looseObject({ storageRetention: z.string().min(1) }),
});

/**
 * Asks a dashboard for the account of its token. Since version 11.2 it names a service account;
 * older ones name accounts to people only (403 or 404), but the organisation to every viewer.
 *
 * @throws The reason of the signal, if it is aborted.
 */
export async function readIdentity(
  transport: Transport,
  access: Access,
  signal?: AbortSignal,
): Promise<Identity> {
  const [user, organisation] = await Promise.all([
    ask(transport, access.path("api/user"), { schema: USER, signal }),
    ask(transport, access.path("api/org"), { schema: ORGANISATION, signal }),
  ]);
  signal?.throwIfAborted();
  return {
    account: user && (user.name ? `'${user.name}' (${user.login})` : user.login),
    organisation: organisation && organisation.name,
  };
}

/**
 * Asks a server which one it is. Others than Prometheus return a made-up version or none, so only a
 * complete answer counts.
 *
 * @returns Name and version, `null` if the server does not say.
 */
export async function readServerVersion(
  transport: Transport,
  access: Access,
  signal?: AbortSignal,
): Promise<string | null> {
  const info = await ask(transport, access.apiPath("status/buildinfo"), {
    schema: BUILD_INFO,
    signal,
  });
  if (info === null) return null;
  const { application = "Prometheus", version } = info.data;
  return `${application} ${version}`;
}

/**
 * Asks a server how long it keeps samples. Prometheus says so, others do not.
 *
 * @returns Its setting, such as `15d` or `90d or 10GiB`; `null` if the server does not say.
 */
export async function readServerRetention(
  transport: Transport,
  access: Access,
  signal?: AbortSignal,
): Promise<string | null> {
  const info = await ask(transport, access.apiPath("status/runtimeinfo"), {
    schema: RUNTIME_INFO,
    signal,
  });
  return info && info.data.storageRetention;
}

/** The answer to an optional question; `null` if it is refused or not understood. */
async function ask<T>(
  transport: Transport,
  path: string,
  { schema, signal }: { readonly schema: z.ZodType<T>; readonly signal: AbortSignal | undefined },
): Promise<T | null> {
  try {
    const text = await transport.exchange({ path, method: "GET", signal }, readText);
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (isWattbookError(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}
