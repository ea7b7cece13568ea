/**
 * The MCP server over standard input and output.
 *
 * @module
 */

import type { McpServerFactory } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { aborted, standardStreams } from "../effects.ts";

/** How long it serves, and who is told of errors. */
export interface StdioOptions {
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}

/** Serves the program at the other end of standard input, until that program closes it. */
export async function serveStandardStreams(
  server: McpServerFactory,
  { signal, onFailure }: StdioOptions,
): Promise<void> {
  const { stdin, stdout } = await standardStreams();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  stdin.once("end", resolve).once("close", resolve);
  const handle = serveStdio(server, {
    transport: new StdioServerTransport(stdin, stdout),
    onerror: onFailure,
  });
  await Promise.race([ended, aborted(signal)]);
  await handle.close();
}
