/**
 * Stand-ins of the tests: the small server of the analyzer's demo, and passing on to a real one.
 *
 * @module
 */

import type { ReceivedRequest } from "../../alerts/src/demo/stand_in.ts";

export { type ReceivedRequest, type StandIn, standIn } from "../../alerts/src/demo/stand_in.ts";

/** Passes a request on to `path` of another server, without headers of the caller's own. */
export async function forward(
  { method, body, headers }: ReceivedRequest,
  target: URL,
  signal?: AbortSignal,
): Promise<Response> {
  const kept = new Headers();
  for (const name of ["accept", "accept-encoding", "content-type"]) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  const answer = await fetch(target, {
    method,
    headers: kept,
    redirect: "manual",
    ...(signal && { signal }),
    ...(method === "GET" || method === "HEAD" ? {} : { body }),
  });
  const answered = new Headers(answer.headers);
  // `fetch` has undone the compression; the length is that of the compressed body.
  for (const name of ["content-encoding", "content-length", "set-cookie"]) answered.delete(name);
  return new Response(answer.body, { status: answer.status, headers: answered });
}
