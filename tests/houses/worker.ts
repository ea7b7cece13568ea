/**
 * A worker that judges the houses whose numbers it receives.
 *
 * @module
 */

import { drawHouse } from "./house.ts";
import { judgeHouse } from "./judge.ts";

const channel = globalThis as unknown as {
  onmessage: (message: MessageEvent<number>) => void;
  postMessage(answer: unknown): void;
};

channel.onmessage = async ({ data }) => {
  try {
    channel.postMessage(await judgeHouse(drawHouse(data)));
  } catch (error) {
    channel.postMessage(`House ${data}: ${(error as Error).stack}`);
  }
};
