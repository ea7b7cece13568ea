import { expect, test } from "vitest";
import { SampleStore } from "../../src/client/sample_store.ts";

test("samples stay while the store grows", () => {
  const store = new SampleStore(2);
  for (let row = 0; row < 1000; row++) store.add(row, -row);
  store.reserve(5000);
  const { time, value } = store.finish();
  expect([...time]).toEqual(Array.from({ length: 1000 }, (_, row) => row));
  expect([...value]).toEqual(Array.from({ length: 1000 }, (_, row) => -row));
});

test.each([[3, 4], [2, 4], [1, 1]])("%d of 4 samples are kept with room for %d", (count, room) => {
  const store = new SampleStore(4);
  for (let row = 0; row < count; row++) store.add(row, row);
  expect(store.finish().time.buffer.byteLength).toBe(8 * room);
});
