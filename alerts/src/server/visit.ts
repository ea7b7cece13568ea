import type { Duplex } from "node:stream";
import type { Connection } from "../effects.ts";

/** Who says nothing must not cost much. [bytes] */
const FIRST = 1024;

/** A connection. It gets a parser only when there is something to parse. */
export class Visit {
  readonly #connection: Connection;
  #socket: Duplex | undefined;
  #isOver = false;

  /** Reads nothing yet. */
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** What they say first; nothing if they leave, or are sent away, before they do. */
  async firstWords(): Promise<Uint8Array | undefined> {
    const bytes = new Uint8Array(FIRST);
    const count = await this.#connection.read(bytes).catch(() => null);
    if (count !== null && !this.#isOver) return bytes.subarray(0, count);
    this.end();
    return undefined;
  }

  /** From here on the stream has the connection. */
  continueAs(socket: Duplex): void {
    this.#socket = socket;
  }

  /** Ends the connection, including a request in progress. */
  end(): void {
    const isFirst = !this.#isOver;
    this.#isOver = true;
    if (this.#socket) this.#socket.destroy();
    else if (isFirst) this.#connection.close();
  }
}
