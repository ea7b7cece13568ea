/**
 * What a notebook imports while its questions are recorded: the module, but the demo household asks a
 * real server, and each answer is kept.
 *
 * @module
 */

import { connect } from "../../src/client/connect.ts";
import type { RecordedExchange } from "../../src/client/recorded_transport.ts";
import { accessOf } from "../../src/client/route.ts";
import { openTransport, type Transport } from "../../src/client/transport.ts";
import { type DemoAnswers, demoClient, type DemoServer } from "../../src/house/demo.ts";
import type { DemoName } from "../../src/house/demo_folder.ts";
import type { Home } from "../../src/house/home.ts";
import {
  openHousehold as open,
  type OpenHouseholdOptions,
} from "../../src/house/open_household.ts";

export * from "../../mod.ts";

/** All that was asked and answered so far. */
export const exchanges: RecordedExchange[] = [];

let server = new URL("http://127.0.0.1:9");

/** Which server is asked. */
export function recordFrom(url: URL): void {
  server = url;
}

/** Opens a household without a word about the demo. */
export function openHousehold(options?: OpenHouseholdOptions): Promise<Home> {
  return open(options, { demoServer: () => recordingServer(), warn: () => {} });
}

/** The demo's client, whose expressions a real server answers. */
export async function recordingServer(demo: DemoName = true): Promise<DemoServer> {
  const route = { kind: "direct", url: server } as const;
  const transport = recording(await openTransport(accessOf(route)));
  const { query, queryRange, series } = await connect({ route }, { transport });
  return { ...await demoClient(demo, () => Promise.resolve(NOTHING)), query, queryRange, series };
}

const NOTHING: DemoAnswers = { server: "a server", days: ["", ""], exchanges: [] };

function recording(inner: Transport): Transport {
  return {
    exchange: (request, read) =>
      inner.exchange(request, async (answer, headers) => {
        const { path, form = [] } = request, chunks: Uint8Array[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        const body = new TextDecoder().decode(await new Blob(chunks as BlobPart[]).arrayBuffer());
        exchanges.push({ path, form, body });
        return await read(ReadableStream.from(chunks), headers);
      }),
    close: () => inner.close(),
  };
}
