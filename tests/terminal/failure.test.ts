import { describe, expect, test } from "vitest";
import { WattbookError } from "../../src/errors.ts";
import { printFailure } from "../../src/terminal/command.ts";
import { capture } from "./capture.ts";

async function printed(error: unknown, debug = false): Promise<string> {
  const output = capture();
  await printFailure(error, output, { debug });
  return output.text;
}

const cause = new Error("connect ECONNREFUSED");
const refused = new WattbookError("CONNECTION_REFUSED", "Nobody listens at http://127.0.0.1:9090", {
  hint: "Start the server.",
  cause,
});

describe("printFailure()", () => {
  test("prints one message and a hint, without a stack", async () => {
    expect(await printed(refused)).toBe(
      "error: Nobody listens at http://127.0.0.1:9090\nhint:  Start the server.\n",
    );
  });

  test.each([[new TypeError("first line\nsecond line")], ["first line"]])(
    "prints the first line of what nobody foresaw",
    async (error) => {
      expect(await printed(error)).toMatch(/^error: first line\nhint: {2}.*--debug.*\n$/);
    },
  );

  test("prints stacks and causes with --debug", async () => {
    const text = await printed(refused, true);
    expect(text).toContain("CONNECTION_REFUSED");
    expect(text).toContain("failure.test.ts");
    expect(text).toContain("caused by Error: connect ECONNREFUSED");
  });
});
