import { expect, test } from "vitest";
import { readSamples } from "../../src/client/read_samples.ts";
import { SampleStore } from "../../src/client/sample_store.ts";

const ZEROS = "\0".repeat(8);

function read(text: string): { rest: string; rows: number } {
  const store = new SampleStore(1);
  const at = readSamples(new TextEncoder().encode(text + ZEROS), 0, store);
  return { rest: text.slice(at), rows: store.length };
}

// The decoder's tests hold the results; these hold that the loop itself took the samples.
test.each([
  '[1700000000,"1"],',
  '[1700000000.5,"-0.25"],',
  '[1700000000.25,"NaN"],',
  '[1700000000.125,"+Inf"],[1700000001,"-Inf"],',
  '[9999999999.999,"0.30000000000000004"],',
  '[1700000000,"12345678901234567890"],',
  '[1700000000,"-1.5e-7"],',
])("%s is read", (text) => {
  expect(read(text)).toEqual({ rest: "", rows: text.split("],").length - 1 });
});

test.each([
  "",
  "[",
  '[1700000000,"1"]',
  '[1700000000,"1"]]',
  '[1700000000,"1"] ,',
  '[1700000000, "1"],',
  '[17000000,"1"],',
  '[1700000000.1234,"1"],',
  '[0123456789,"1"],',
  // The backslash differs from the bracket by 7.
  '\\1700000000,"1"],',
  '[1700000000,"1."],',
  '[1700000000,"1e"],',
  '[1700000000,"1',
  '{"a":1},',
])("%s is left to the caller", (text) => {
  const before = '[1700000000,"1"],';
  expect(read(before + text)).toEqual({ rest: text, rows: 1 });
});

test("every beginning of a sample is left to the caller", () => {
  const sample = '[1700000000.125,"-1234.5"],';
  for (let length = 0; length < sample.length; length++) {
    const text = sample.slice(0, length);
    expect(read(sample + text)).toEqual({ rest: text, rows: 1 });
  }
});
