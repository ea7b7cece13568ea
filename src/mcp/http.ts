/**
 * The MCP server over HTTP, for clients on this machine.
 *
 * @module
 */

import { createHash, timingSafeEqual } from "node:crypto";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServerFactory,
  OAuthError,
  OAuthErrorCode,
  originValidationResponse,
  requireBearerAuth,
} from "@modelcontextprotocol/server";
import { aborted, serveLoopback } from "../effects.ts";
import type { Secret } from "../secret.ts";

/** Who may ask. */
export interface HttpOptions {
  /** What each request must carry. */
  readonly token: Secret;
  /**
   * Whether the token may stand in the address (`/mcp/TOKEN`), for clients that cannot send a header.
   *
   * @default {false}
   */
  readonly tokenInUrl?: boolean;
  /** Called with what went wrong, for the log. */
  readonly onFailure?: (error: unknown) => void;
}

/** The SDK wants to know when a token ends; this one ends with the process. [s] */
const AN_HOUR = 3600;

/**
 * Answers the requests of MCP clients at `/mcp`. A foreign Host or Origin gets 403, a wrong token 401,
 * another path 404.
 *
 * @param server Makes a server for each request.
 */
function httpHandler(
  server: McpServerFactory,
  { token, tokenInUrl = false, onFailure = () => {} }: HttpOptions,
): (request: Request) => Promise<Response> {
  const handler = createMcpHandler(server, { onerror: onFailure });
  const isToken = (given: string) => isSame(given, token.reveal());
  const verifier = {
    verifyAccessToken(given: string) {
      if (!isToken(given)) throw new OAuthError(OAuthErrorCode.InvalidToken, "Wrong token");
      const expiresAt = Math.floor(Date.now() / 1000) + AN_HOUR;
      return Promise.resolve({ token: given, clientId: "local", scopes: [], expiresAt });
    },
  };
  const gate = requireBearerAuth({ verifier });
  return async (request) => {
    const refused = hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins());
    if (refused) return refused;
    const [, inUrl] = /^\/mcp(?:\/([^/]+))?$/.exec(new URL(request.url).pathname) ?? [null, null];
    if (inUrl === null || (inUrl !== undefined && !tokenInUrl)) {
      return new Response("Not found: the server is at /mcp\n", { status: 404 });
    }
    if (inUrl === undefined || !isToken(inUrl)) {
      const auth = await gate(request);
      if (auth instanceof Response) return auth;
    }
    return await handler.fetch(request);
  };
}

/** Where and how long it serves. */
export interface ServeHttpOptions extends HttpOptions {
  /** Port on loopback; zero for a free one. */
  readonly port: number;
  /** Called with the address as soon as it listens. */
  readonly onListening: (url: string) => Promise<void>;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Serves on loopback until the signal comes. */
export async function serveHttp(
  server: McpServerFactory,
  { port, onListening, signal, ...options }: ServeHttpOptions,
): Promise<void> {
  const listening = serveLoopback(httpHandler(server, options), port);
  await onListening(`http://127.0.0.1:${listening.port}/mcp`);
  await aborted(signal);
  await listening.close();
}

/** Compares without telling by its time where two texts differ. */
function isSame(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(first!, second!);
}
