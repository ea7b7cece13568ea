/**
 * The request of remote read: `ReadRequest` of Prometheus' `prompb/remote.proto`.
 *
 * @module
 */

import { PbfWriter } from "pbf";
import type { Matcher, Selector } from "../../selector.ts";
import type { TimeRange } from "../../time.ts";
import { packSnappy } from "./snappy.ts";

/** `LabelMatcher.Type`. Servers anchor the patterns, as in PromQL. */
const TYPES: Readonly<Record<Matcher["op"], number>> = { "=": 0, "!=": 1, "=~": 2, "!~": 3 };

/** `ReadRequest.ResponseType`, the preferred one first. */
const STREAMED_XOR_CHUNKS = 1, SAMPLES = 0;

/** The headers that go with a request. */
export const REQUEST_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "application/x-protobuf",
  "content-encoding": "snappy",
  "x-prometheus-remote-read-version": "0.1.0",
};

/**
 * Writes a request for raw samples.
 *
 * @param range Both ends included. [ms]
 * @returns Body of the request.
 */
export function writeReadRequest(selector: Selector, range: TimeRange): Uint8Array {
  const writer = new PbfWriter();
  writer.writeMessage(1, writeQuery, { selector, range });
  writer.writePackedVarint(2, [STREAMED_XOR_CHUNKS, SAMPLES]);
  return packSnappy(writer.finish());
}

function writeQuery(
  { selector: { metric, matchers }, range }: { selector: Selector; range: TimeRange },
  writer: PbfWriter,
): void {
  writer.writeVarintField(1, range.start);
  writer.writeVarintField(2, range.end);
  const name: Matcher[] = metric === null ? [] : [{ label: "__name__", op: "=", value: metric }];
  for (const matcher of [...name, ...matchers]) writer.writeMessage(3, writeMatcher, matcher);
}

function writeMatcher({ label, op, value }: Matcher, writer: PbfWriter): void {
  writer.writeVarintField(1, TYPES[op]);
  writer.writeStringField(2, label);
  writer.writeStringField(3, value);
}
