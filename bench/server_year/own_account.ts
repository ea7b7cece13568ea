/**
 * What a server itself counts of its work.
 *
 * @module
 */

/** Totals since the start of the server. */
export interface OwnAccount {
  /** Instant queries that it answered. */
  readonly requests: number;
  /** Time from their arrival to the end of their answers, added up. [ms] */
  readonly duration: number;
  /** Time of all processors. [ms] */
  readonly cpu: number;
}

/** How the two servers name the durations of requests. */
const DURATION =
  /^(?:prometheus_http|vm)_request_duration_seconds_(sum|count)\{.*"\/api\/v1\/query"\} (.+)$/gm;
const CPU = /^process_cpu_seconds_total (.+)$/m;

/** Reads the totals. */
export async function ownAccount(server: URL): Promise<OwnAccount> {
  const page = await (await fetch(new URL("metrics", server))).text();
  const totals = Object.fromEntries(
    [...page.matchAll(DURATION)].map(([, key, text]) => [key, text]),
  );
  const [, cpu] = CPU.exec(page) ?? [];
  return {
    requests: Number(totals.count ?? 0),
    duration: 1000 * Number(totals.sum ?? 0),
    cpu: 1000 * Number(cpu),
  };
}

/**
 * What some work adds to the totals. A server may show them with a delay: they are read again until
 * all requests are in them.
 *
 * @param requests How many requests the work makes.
 */
export async function accountOf<T>(
  server: URL,
  requests: number,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly account: OwnAccount }> {
  const before = await ownAccount(server);
  const result = await work();
  for (;;) {
    const now = await ownAccount(server);
    if (now.requests >= before.requests + requests) {
      const account = {
        requests: now.requests - before.requests,
        duration: now.duration - before.duration,
        cpu: now.cpu - before.cpu,
      };
      return { result, account };
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
