import { describe, expect, test } from "vitest";
import { accessOf } from "../../../src/client/route.ts";
import type { Transport } from "../../../src/client/transport.ts";
import {
  readIdentity,
  readServerRetention,
  readServerVersion,
} from "../../../src/commands/doctor/server_facts.ts";

const access = accessOf({ kind: "direct", url: new URL("http://127.0.0.1:3000") });

/** Answers each path with a text. */
function answering(answers: Readonly<Record<string, string>>): Transport {
  return {
    exchange: ({ path }, read) => read(new Blob([answers[path]!]).stream(), {}),
    close: () => Promise.resolve(),
  };
}

describe("readIdentity()", () => {
  const user = '{"login":"sa-1-wattbook","name":"Wattbook"}';

  test("names account and organisation", async () => {
    const transport = answering({ "/api/user": user, "/api/org": '{"id":1,"name":"Main Org."}' });
    expect(await readIdentity(transport, access))
      .toEqual({ account: "'Wattbook' (sa-1-wattbook)", organisation: "Main Org." });
  });

  test("knows neither where the answers are no JSON", async () => {
    const transport = answering({ "/api/user": "<html>", "/api/org": "<html>" });
    expect(await readIdentity(transport, access)).toEqual({ account: null, organisation: null });
  });

  test("ends when it is stopped", async () => {
    const transport = answering({ "/api/user": user, "/api/org": "{}" });
    const stopped = AbortSignal.abort(new Error("stopped"));
    await expect(readIdentity(transport, access, stopped)).rejects.toThrow("stopped");
  });
});

test.each([
  ['{"data":{"version":"3.5.0","goVersion":"go1.24"}}', "Prometheus 3.5.0"],
  ['{"data":{"application":"Mimir","version":"2.1","goVersion":"go1.24"}}', "Mimir 2.1"],
  // Others than Prometheus make up a version.
  ['{"data":{"version":"2.24.0"}}', null],
  ["not JSON", null],
])("readServerVersion() of %s", async (text, version) => {
  const transport = answering({ "/api/v1/status/buildinfo": text });
  expect(await readServerVersion(transport, access)).toBe(version);
});

test.each([
  ['{"data":{"storageRetention":"15d"}}', "15d"],
  ['{"data":{"storageRetention":""}}', null],
  ["not JSON", null],
])("readServerRetention() of %s", async (text, retention) => {
  const transport = answering({ "/api/v1/status/runtimeinfo": text });
  expect(await readServerRetention(transport, access)).toBe(retention);
});
