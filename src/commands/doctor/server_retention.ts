import { z } from "zod";
import { readText } from "../../client/read_text.ts";
import type { Access } from "../../client/route.ts";
import type { Transport } from "../../client/transport.ts";
import { isWattbookError } from "../../errors.ts";

const RUNTIME_INFO = z.looseObject({
  data: z.looseObject({ storageRetention: z.string().min(1) }),
});

/**
 * Asks a server how long it keeps samples. Prometheus tells, others do not.
 *
 * @returns What it is set to, such as `15d` or `90d or 10GiB`; `null` if the server does not tell.
 */
export async function readServerRetention(
  transport: Transport,
  access: Access,
  signal?: AbortSignal,
): Promise<string | null> {
  const request = { path: access.apiPath("status/runtimeinfo"), method: "GET", signal } as const;
  try {
    const told = RUNTIME_INFO.safeParse(JSON.parse(await transport.exchange(request, readText)));
    return told.data?.data.storageRetention ?? null;
  } catch (error) {
    // A courtesy of the server, not a condition.
    if (isWattbookError(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}
