/**
 * Sends samples to a server by remote write, with the bits that a test wants.
 *
 * @module
 */

import { snappyCompress } from "hyparquet-writer/src/snappy.js";
import { type EncodedSeries, timeSeries } from "../client/chunks/encode.ts";

/** The flag with which Prometheus takes them. */
export const REMOTE_WRITE_FLAG = "--web.enable-remote-write-receiver";

/** Sends series; the server must take all of them. */
export async function remoteWrite(server: URL, series: readonly EncodedSeries[]): Promise<void> {
  const answer = await fetch(new URL("/api/v1/write", server), {
    method: "POST",
    headers: {
      "content-type": "application/x-protobuf",
      "content-encoding": "snappy",
      "x-prometheus-remote-write-version": "0.1.0",
    },
    body: snappyCompress(timeSeries(series)).slice(),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Remote write: ${answer.status} ${text}`);
}
