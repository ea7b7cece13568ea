import { expect, test } from "vitest";
import { SampleRows } from "../../../src/client/chunks/sample_rows.ts";

test("an answer may have more series than a function may have arguments", () => {
  const count = 200_000, rows = new SampleRows({ range: { start: 0, end: 9 }, most: count });
  for (let index = 0; index < count; index++) {
    rows.series({ name: `${index}` });
    rows.store.add(5, index);
    rows.keep(rows.store.length - 1);
  }
  const { labels, offsets, value } = rows.finish().columns;
  expect(labels).toHaveLength(count);
  expect([...offsets.slice(0, 3)]).toEqual([0, 1, 2]);
  expect(offsets.at(-1)).toBe(count);
  expect(value.at(-1)).toBe(count - 1);
});
