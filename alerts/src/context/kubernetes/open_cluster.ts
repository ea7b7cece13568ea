/**
 * A connection to the API server of a cluster: paths and models are those of the Kubernetes client
 * library, requests are made here. The library's own way opens a TLS connection for every request,
 * keeps a token for a minute after it was replaced, and reads answers of any size.
 *
 * @module
 */

import { isAbsent, isForbidden, readText } from "../../effects.ts";
import type { AuthorizationV1Api, CoreV1Api, RequestContext } from "@kubernetes/client-node";
import { connectionFailure } from "../../../../src/client/connection_failure.ts";
import { accessOf } from "../../../../src/client/route.ts";
import { WattbookError } from "../../errors.ts";
import { readEnd, readWhole } from "../read_body.ts";
import type { ClusterAccess } from "./cluster_access.ts";

/** How one call is made. */
export interface CallOptions {
  /** Ends it early. */
  readonly signal: AbortSignal;
  /**
   * Keeps only the end of an answer, however long it is. [bytes]
   *
   * @default the whole answer, which must not be larger than 16 MiB
   */
  readonly keepEnd?: number;
}

/** A connection to the API server. */
export interface Cluster extends AsyncDisposable {
  /** Scheme, host and port, for people. */
  readonly address: string;
  /** Pods, events and logs. */
  core(options: CallOptions): CoreV1Api;
  /** What the service account may do. */
  authorization(options: CallOptions): AuthorizationV1Api;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** Largest answer: a page of a hundred pods has one or two. [bytes] */
const LARGEST = 16 * 2 ** 20;

/**
 * Opens connections to a cluster. Nothing is sent yet. Token and certificate authority are read
 * again for every request, so that new ones count from the moment they are there.
 *
 * @throws {WattbookError} `BAD_SETTING` if the address is not `https:`.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { startKubernetes } from "../../demo/kubernetes_stand_in.ts";
 * import { openCluster } from "./open_cluster.ts";
 *
 * await using api = await startKubernetes({ namespaces: {} });
 * await using cluster = await openCluster(api);
 * const pods = await cluster.core({ signal: AbortSignal.timeout(10_000) })
 *   .listNamespacedPod({ namespace: "media" });
 * assert.deepEqual(pods.items, []);
 * ```
 */
export async function openCluster(
  { url, directory }: ClusterAccess,
  readFile: (path: string) => Promise<string> = readText,
): Promise<Cluster> {
  if (url.protocol !== "https:") {
    throw new WattbookError("BAD_SETTING", `The cluster's address ${url.origin} is not https:`, {
      hint: "The service account's token must not travel in the clear.",
    });
  }
  // Loaded late: a service outside of a cluster never needs it, and it is large.
  const [library, { Agent }] = await Promise.all([
    import("@kubernetes/client-node"),
    import("undici"),
  ]);
  const open = (ca: string) => new Agent({ connections: 8, connect: { ca, timeout: 5_000 } });
  let current: { readonly ca: string; readonly agent: InstanceType<typeof Agent> } | undefined;

  function agentFor(ca: string) {
    if (current?.ca !== ca) {
      // Requests under way end on the old connections.
      current?.agent.close();
      current = { ca, agent: open(ca) };
    }
    return current.agent;
  }

  async function send(request: RequestContext, { signal, keepEnd }: CallOptions) {
    try {
      const [token, ca] = await Promise.all([
        readFile(`${directory}/token`),
        readFile(`${directory}/ca.crt`),
      ]);
      const target = new URL(request.getUrl());
      const body = request.getBody();
      const answer = await agentFor(ca).request({
        origin: target.origin,
        path: target.pathname + target.search,
        method: request.getHttpMethod(),
        headers: { ...request.getHeaders(), authorization: `Bearer ${token.trim()}` },
        signal,
        ...(typeof body === "string" && { body }),
      });
      // Failures are texts of the server and are read as a whole.
      const bytes = keepEnd !== undefined && answer.statusCode === 200
        ? await readEnd(answer.body, keepEnd)
        : await readWhole(answer.body, LARGEST);
      const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
      return new library.ResponseContext(
        answer.statusCode,
        Object.fromEntries(headers),
        new library.SelfDecodingBody(Promise.resolve(bytes)),
      );
    } catch (error) {
      throw signal.aborted ? signal.reason : failureOf(error, url, directory);
    }
  }

  const configuration = (options: CallOptions) =>
    library.createConfiguration({
      baseServer: new library.ServerConfiguration(url.origin, {}),
      httpApi: library.wrapHttpLibrary({ send: (request) => send(request, options) }),
    });
  const close = async () => await current?.agent.destroy();
  return {
    address: url.origin,
    core: (options) => new library.CoreV1Api(configuration(options)),
    authorization: (options) => new library.AuthorizationV1Api(configuration(options)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function failureOf(error: unknown, url: URL, directory: string): unknown {
  if (isAbsent(error) || isForbidden(error)) {
    return new WattbookError("NOT_CONFIGURED", `No service account can be read in ${directory}`, {
      hint: "Run the service in a pod whose service account's token is mounted.",
      cause: error,
    });
  }
  const known = connectionFailure(error, accessOf({ kind: "direct", url }));
  if (!known) return error;
  return new WattbookError(known.code, known.message, {
    hint: "Check KUBERNETES_SERVICE_HOST, the network policy for the API server, and that " +
      `${directory}/ca.crt is this cluster's.`,
    cause: known.cause,
  });
}
