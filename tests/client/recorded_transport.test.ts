import { expect, test } from "vitest";
import { connect } from "../../src/client/connect.ts";
import { recordedTransport } from "../../src/client/recorded_transport.ts";

test("recordedTransport() refuses what was not recorded", async () => {
  const client = await connect({ route: { kind: "direct", url: new URL("http://localhost") } }, {
    transport: recordedTransport([]),
  });
  const failed = await client.query("up").catch((error) => error.code);
  expect(failed).toBe("NOT_RECORDED");
});
