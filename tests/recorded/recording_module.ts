/**
 * What a notebook imports while its questions are recorded: the module, but for the demo's client,
 * which asks a real server and keeps what it answers.
 *
 * @module
 */

import { connect } from "../../src/client/connect.ts";
import type { RecordedExchange } from "../../src/client/recorded_transport.ts";
import { accessOf } from "../../src/client/route.ts";
import { openTransport, type Transport } from "../../src/client/transport.ts";
import { type DemoClient, demoClient as replayed } from "../../src/house/demo_client.ts";

export * from "../../mod.ts";
export { recordingClient as demoClient };

/** All that was asked and answered so far. */
export const exchanges: RecordedExchange[] = [];

let server = new URL("http://127.0.0.1:9");

/** Which server is asked. */
export function recordFrom(url: URL): void {
  server = url;
}

async function recordingClient(): Promise<DemoClient> {
  const route = { kind: "direct", url: server } as const;
  const transport = recording(await openTransport(accessOf(route)));
  const { query, queryRange } = await connect({ route }, { transport });
  return { ...await replayed(), query, queryRange };
}

function recording(inner: Transport): Transport {
  return {
    exchange: (request, read) =>
      inner.exchange(request, async (answer) => {
        const { path, form = [] } = request, chunks: Uint8Array[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        const body = new TextDecoder().decode(await new Blob(chunks as BlobPart[]).arrayBuffer());
        exchanges.push({ path, form, body });
        return await read(ReadableStream.from(chunks));
      }),
    close: () => inner.close(),
  };
}
