import { expect, test } from "vitest";
import { connectionFailure } from "../../src/client/connection_failure.ts";
import { accessOf } from "../../src/client/route.ts";

test("connectionFailure() reads the code of the error", () => {
  const access = accessOf({ kind: "direct", url: new URL("http://127.0.0.1:1") });
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  expect(connectionFailure(refused, access)?.code).toBe("CONNECTION_REFUSED");
});
