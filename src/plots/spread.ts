/**
 * Labels beside each other that may not overlap.
 *
 * @module
 */

/** A block of text that should be near a place. */
export interface Block {
  /** Where its middle should be. [px] */
  readonly middle: number;
  /** [px] */
  readonly height: number;
}

/**
 * Moves blocks apart until none overlaps another, and each stays in the room if all fit in there.
 *
 * @param blocks Ascending by their middles.
 * @param room Length of the room. [px]
 * @returns The middle of each. [px]
 */
export function spread(blocks: readonly Block[], room: number): number[] {
  const tops: number[] = [];
  let free = 0;
  for (const { middle, height } of blocks) {
    tops.push(Math.max(free, middle - height / 2));
    free = tops.at(-1)! + height;
  }
  let end = Math.max(room, blocks.reduce((sum, { height }) => sum + height, 0));
  for (let i = blocks.length - 1; i >= 0; i--) {
    tops[i] = Math.min(tops[i]!, end - blocks[i]!.height);
    end = tops[i]!;
  }
  return blocks.map(({ height }, i) => tops[i]! + height / 2);
}
