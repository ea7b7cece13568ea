import { expect, test } from "vitest";
import {
  ByteInput,
  DecoderMemories,
  newMemory,
  SampleStore,
} from "../../src/client/decoder_memory.ts";

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

test("ByteInput keeps what is unread, with zero bytes behind it", () => {
  const input = new ByteInput();
  input.push(new TextEncoder().encode("[1"));
  input.at = 1;
  input.push(new TextEncoder().encode(",2]"));
  expect(input.end - input.at).toBe(4);
  expect(input.bytes[input.end]).toBe(0);
});

test("newMemory() is empty", () => {
  expect(newMemory().store.length).toBe(0);
});

test("DecoderMemories give each memory to one user at a time", () => {
  const memories = new DecoderMemories(), memory = memories.take();
  memories.giveBack([memory]);
  expect(memories.take()).toBe(memory);
  expect(memories.take()).not.toBe(memory);
});
