import { expect, test } from "vitest";
import { apiBase } from "../../../src/context/hostmon/api_base.ts";

test.each([
  ["https://mon.example/main", "https://mon.example/main/check_mk/api/1.0/"],
  ["https://mon.example/main/", "https://mon.example/main/check_mk/api/1.0/"],
  ["https://mon.example/main/check_mk/", "https://mon.example/main/check_mk/api/1.0/"],
  ["https://mon.example/main/check_mk/api/1.0", "https://mon.example/main/check_mk/api/1.0/"],
  ["https://mon.example/main/check_mk/api/v0/", "https://mon.example/main/check_mk/api/v0/"],
  ["https://mon.example:8443/a/b/", "https://mon.example:8443/a/b/check_mk/api/1.0/"],
  ["https://mon.example", "https://mon.example/check_mk/api/1.0/"],
])("the API of %s is at %s", (url, api) => {
  expect(apiBase(new URL(url)).href).toBe(api);
});
