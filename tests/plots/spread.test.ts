import fc from "fast-check";
import { expect, test } from "vitest";
import { spread } from "../../src/plots/spread.ts";

const ROOM = 300;
const blocks = fc.array(
  fc.record({
    middle: fc.integer({ min: -50, max: 350 }),
    height: fc.integer({ min: 1, max: 120 }),
  }),
  { maxLength: 6 },
).map((some) => some.toSorted((a, b) => a.middle - b.middle));

test("blocks keep their order and do not overlap", () => {
  fc.assert(fc.property(blocks, (blocks) => {
    const middles = spread(blocks, ROOM);
    for (let i = 1; i < blocks.length; i++) {
      const between = (blocks[i - 1]!.height + blocks[i]!.height) / 2;
      expect(middles[i]! - middles[i - 1]!).toBeGreaterThanOrEqual(between - 1e-9);
    }
  }));
});

test("blocks stay in the room if all fit in there", () => {
  fc.assert(fc.property(blocks, (blocks) => {
    fc.pre(blocks.reduce((sum, { height }) => sum + height, 0) <= ROOM);
    spread(blocks, ROOM).forEach((middle, i) => {
      expect(middle - blocks[i]!.height / 2).toBeGreaterThanOrEqual(-1e-9);
      expect(middle + blocks[i]!.height / 2).toBeLessThanOrEqual(ROOM + 1e-9);
    });
  }));
});

test("blocks that are apart stay where they are", () => {
  const apart = [{ middle: 20, height: 30 }, { middle: 150, height: 60 }];
  expect(spread(apart, ROOM)).toEqual([20, 150]);
});
