/**
 * Many connections that never end a request, as a program of its own: some say nothing at all, others
 * send a byte of their head a second. Whoever is sent away comes back after a while. Its argument is a
 * {@linkcode Flood} as JSON; it prints {@linkcode FloodState} twice a second, as JSON lines.
 *
 * @module
 */

/** Who comes. */
export interface Flood {
  /** Where. */
  readonly port: number;
  /** Number of those that say nothing. */
  readonly silent: number;
  /** Number of those that send slowly. */
  readonly slow: number;
  /** How long somebody who was sent away stays away. [ms] */
  readonly away: number;
}

/** How far they have come. */
export interface FloodState {
  /** Connections that are open now. */
  readonly open: number;
  /** Connections that were opened so far. */
  readonly opened: number;
  /** How many of them all have been here at least once. */
  readonly seen: number;
}

if (import.meta.main) {
  const { port, silent, slow, away }: Flood = JSON.parse(Deno.args[0]!);
  const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
  const text = new TextEncoder();
  let open = 0, opened = 0, seen = 0;

  const visit = async (isSlow: boolean): Promise<void> => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    open++;
    opened++;
    let isOver = false;
    const drip = async () => {
      await connection.write(text.encode("POST /webhook HTTP/1.1\r\nHost: x\r\nX: "));
      for (; !isOver; await pause(1_000)) await connection.write(text.encode("x"));
    };
    if (isSlow) drip().catch(() => {});
    try {
      while (await connection.read(new Uint8Array(64)) !== null);
    } finally {
      isOver = true;
      open--;
    }
  };
  const come = async (isSlow: boolean): Promise<void> => {
    for (let count = 0;; count++) {
      await visit(isSlow).catch(() => {});
      if (count === 0) seen++;
      await pause(away * (0.5 + Math.random()));
    }
  };
  setInterval(() => {
    console.log(JSON.stringify({ open, opened, seen: seen + open } satisfies FloodState));
  }, 500);
  for (let number = 0; number < silent + slow; number++) {
    come(number >= silent);
    // They come within some seconds, not as one packet each.
    if (number % 20 === 19) await pause(5);
  }
}
