import { expect, test } from "vitest";
import { ByteInput } from "../../src/client/decoder_memory.ts";
import {
  peek,
  readList,
  readObject,
  readValue,
  skipValue,
} from "../../src/client/json_coroutine.ts";

test("peek() skips white space and waits for more", () => {
  const input = new ByteInput();
  const reading = peek(input);
  expect(reading.next().done).toBe(false);
  input.push(new TextEncoder().encode("  {"));
  expect(reading.next().value).toBe("{".charCodeAt(0));
});

test("readObject() gives each key", () => {
  const input = new ByteInput();
  input.push(new TextEncoder().encode('{"a":1}'));
  readObject(input, function* (key) {
    expect(key).toBe("a");
    expect(yield* readValue(input)).toBe(1);
  }).next();
});

test("readList() reads each item", () => {
  const input = new ByteInput(), items: unknown[] = [];
  input.push(new TextEncoder().encode("[1, 2]"));
  readList(input, function* () {
    items.push(yield* readValue(input));
  }).next();
  expect(items.join()).toBe("1,2");
});

test("readValue() reads a value whole", () => {
  const input = new ByteInput();
  input.push(new TextEncoder().encode('{"ain":"1"} '));
  expect(JSON.stringify(readValue(input).next().value)).toBe('{"ain":"1"}');
});

test("skipValue() passes over brackets in texts", () => {
  const input = new ByteInput();
  input.push(new TextEncoder().encode('{"a":["]"]},'));
  skipValue(input).next();
  expect(input.at).toBe(11);
});
