import { z } from "zod";
import { readText } from "../../client/read_text.ts";
import type { Access } from "../../client/route.ts";
import type { Transport } from "../../client/transport.ts";
import { isWattbookError } from "../../errors.ts";

const BUILD_INFO = z.looseObject({
  data: z.looseObject({
    application: z.string().optional(),
    version: z.string(),
    goVersion: z.string(),
  }),
});

/**
 * Asks a server which one it is. Others than Prometheus pretend a version or tell none: only a
 * complete answer is believed.
 *
 * @returns Name and version, `null` if the server does not tell.
 */
export async function readServerVersion(
  transport: Transport,
  access: Access,
  signal?: AbortSignal,
): Promise<string | null> {
  const request = { path: access.apiPath("status/buildinfo"), method: "GET", signal } as const;
  try {
    const told = BUILD_INFO.safeParse(JSON.parse(await transport.exchange(request, readText)));
    if (!told.success) return null;
    const { application = "Prometheus", version } = told.data.data;
    return `${application} ${version}`;
  } catch (error) {
    // A courtesy of the server, not a condition.
    if (isWattbookError(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}
