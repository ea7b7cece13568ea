/**
 * What a server itself counts of its work.
 *
 * @module
 */

/** Totals since the start of the server. */
export interface OwnAccount {
  /** Instant queries and remote reads that it answered. */
  readonly requests: number;
  /** Time from their arrival to the end of their answers, added up. [ms] */
  readonly duration: number;
  /** Time of all processors. [ms] */
  readonly cpu: number;
  /** Their answers; 0 where the server does not count them. [bytes] */
  readonly bytes: number;
}

/** How the two servers name the durations of requests. */
const DURATION =
  /^(?:prometheus_http|vm)_request_duration_seconds_(sum|count)\{.*"\/api\/v1\/(?:query|read)"\} (.+)$/gm;
/** Bytes of their answers, which only Prometheus counts. */
const SIZE = /^prometheus_http_response_size_bytes_sum\{.*"\/api\/v1\/(?:query|read)"\} (.+)$/gm;
const CPU = /^process_cpu_seconds_total (.+)$/m;

/** Time that all processors have worked for a server. [ms] */
export async function cpuOf(server: URL): Promise<number> {
  return (await ownAccount(server)).cpu;
}

/** Reads the totals. */
async function ownAccount(server: URL): Promise<OwnAccount> {
  const page = await (await fetch(new URL("metrics", server))).text();
  const totals = { sum: 0, count: 0 };
  for (const [, key, text] of page.matchAll(DURATION)) totals[key as "sum"] += Number(text);
  const [, cpu] = CPU.exec(page) ?? [];
  return {
    requests: totals.count,
    duration: 1000 * totals.sum,
    cpu: 1000 * Number(cpu),
    bytes: [...page.matchAll(SIZE)].reduce((sum, [, text]) => sum + Number(text), 0),
  };
}

/**
 * What some work adds to the totals. A server may show them with a delay: they are read again until
 * all requests are in them.
 *
 * @param requests How many requests the work makes at least.
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
        bytes: now.bytes - before.bytes,
      };
      return { result, account };
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
