/**
 * Where the REST API of a monitoring site is.
 *
 * @module
 */

/**
 * The address of the API, with a slash at its end. What is given may be the site, its `check_mk`, or
 * the API itself; people copy any of them out of their browser.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { apiBase } from "./api_base.ts";
 *
 * const api = "https://mon.example/main/check_mk/api/1.0/";
 * assert.equal(apiBase(new URL("https://mon.example/main/")).href, api);
 * assert.equal(apiBase(new URL("https://mon.example/main/check_mk")).href, api);
 * assert.equal(apiBase(new URL(api)).href, api);
 * ```
 */
export function apiBase(url: URL): URL {
  const path = url.pathname.replace(/\/+$/, "");
  const missing = /\/check_mk\/api\/[^/]+$/.test(path)
    ? "/"
    : path.endsWith("/check_mk")
    ? "/api/1.0/"
    : "/check_mk/api/1.0/";
  return new URL(path + missing, url);
}
