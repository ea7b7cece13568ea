import { expect, test } from "vitest";
import { accessOf, isNearby, urlSetting } from "../../src/client/route.ts";

test.each([
  "localhost",
  "grafana.localhost",
  "127.0.0.1",
  "127.9.9.9",
  "10.1.2.3",
  "172.31.0.1",
  "192.168.178.20",
  "169.254.1.1",
  "[::1]",
  "[fd00::1]",
  "[fe80::1]",
])("%s is nearby", (host) => expect(isNearby(host)).toBe(true));

test.each(["example.org", "8.8.8.8", "172.32.0.1", "[2001:db8::1]", "localhost.example.org"])(
  "%s is not",
  (host) => expect(isNearby(host)).toBe(false),
);

test("urlSetting() names the setting of the route", () => {
  const access = accessOf({ kind: "direct", url: new URL("http://127.0.0.1:9090") });
  expect(urlSetting(access)).toBe("METRICS_URL");
});
