import { z } from "zod";
import { readText } from "../../client/read_text.ts";
import type { Access } from "../../client/route.ts";
import type { Transport } from "../../client/transport.ts";
import { isWattbookError } from "../../errors.ts";

/** Whose token it is, as far as the dashboard tells. */
export interface Identity {
  /** The account: `'Wattbook' (sa-1-wattbook)`; `null` if the dashboard does not name it. */
  readonly account: string | null;
  /** The organisation that the account belongs to, `null` if the dashboard does not name it. */
  readonly organisation: string | null;
}

const USER = z.looseObject({ login: z.string().min(1), name: z.string().optional() });
const ORGANISATION = z.looseObject({ name: z.string().min(1) });

/**
 * Asks a dashboard whose token it was given. Since version 11.2 it names a service account; older
 * ones answer that question for people only (403 or 404), but name the organisation to every viewer.
 *
 * @throws Whatever is no answer of the dashboard.
 */
export async function readIdentity(
  transport: Transport,
  access: Access,
  signal?: AbortSignal,
): Promise<Identity> {
  const [user, organisation] = await Promise.all([
    ask("api/user", USER),
    ask("api/org", ORGANISATION),
  ]);
  return {
    account: user && (user.name ? `'${user.name}' (${user.login})` : user.login),
    organisation: organisation && organisation.name,
  };

  async function ask<T>(endpoint: string, schema: z.ZodType<T>): Promise<T | null> {
    const request = { path: access.path(endpoint), method: "GET", signal } as const;
    try {
      return schema.safeParse(JSON.parse(await transport.exchange(request, readText))).data ?? null;
    } catch (error) {
      // A refusal is an answer: this dashboard does not tell.
      if (isWattbookError(error) && error.code !== "ABORTED" || error instanceof SyntaxError) {
        return null;
      }
      throw error;
    }
  }
}
