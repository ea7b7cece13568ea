/**
 * A stand-in for the API server of a cluster: pods, events and logs over TLS, with the answers,
 * limits and errors that the real one gives, and the files that a pod finds in its own container.
 *
 * @module
 */

import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { type Certificate, makeCertificate } from "./certificate.ts";
import type {
  KubernetesContent,
  KubernetesObject,
  KubernetesResource,
} from "./kubernetes_content.ts";
import { logText } from "./kubernetes_log.ts";
import { failure } from "./kubernetes_status.ts";
import { type ReceivedRequest, type StandIn, standIn } from "./stand_in.ts";

/** Options of {@linkcode startKubernetes}. */
export interface KubernetesOptions {
  /** What it shows for TLS. @default a new one, of a new authority */
  readonly certificate?: Certificate;
}

/** A running stand-in. */
export interface KubernetesStandIn extends StandIn {
  /** Where the files `token`, `ca.crt` and `namespace` are. */
  readonly directory: string;
  /** Puts a new token into its file; the old one is no longer accepted. */
  rotateToken(): Promise<void>;
}

const PATH = /^\/api\/v1\/namespaces\/([^/]+)\/(pods|events)(?:\/([^/]+)\/log)?$/;
const REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
const ACCOUNT = "system:serviceaccount:monitoring:analyzer";

/**
 * Starts the stand-in.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { startKubernetes } from "./kubernetes_stand_in.ts";
 *
 * await using cluster = await startKubernetes({ namespaces: {} });
 * using http = Deno.createHttpClient({
 *   caCerts: [await Deno.readTextFile(`${cluster.directory}/ca.crt`)],
 * });
 * const answer = await fetch(new URL("api/v1/namespaces/media/pods", cluster.url), { client: http });
 * await answer.body?.cancel();
 * assert.equal(answer.status, 401);
 * ```
 */
export async function startKubernetes(
  content: KubernetesContent,
  { certificate }: KubernetesOptions = {},
): Promise<KubernetesStandIn> {
  const { ca, ...tls } = certificate ?? await makeCertificate();
  const directory = await mkdtemp(`${tmpdir()}/wattbook-serviceaccount-`);
  const stopped = Promise.withResolvers<Response>();
  let token = "";
  const rotateToken = async () => {
    const next = crypto.randomUUID();
    // As the kubelet does it: a reader sees either the old file or the new one.
    await writeFile(`${directory}/token.new`, next);
    await rename(`${directory}/token.new`, `${directory}/token`);
    token = next;
  };
  await rotateToken();
  await writeFile(`${directory}/ca.crt`, ca);
  await writeFile(`${directory}/namespace`, "monitoring");

  const server = standIn((request) => {
    if (request.headers.get("authorization") !== `Bearer ${token}`) {
      return failure(401, "Unauthorized");
    }
    const { pathname, searchParams } = new URL(request.path, "https://cluster");
    if (pathname === REVIEWS) return review(request, content);
    const [, namespace, kind, pod] = PATH.exec(pathname) ?? [];
    if (namespace === undefined) {
      return failure(404, "the server could not find the requested resource");
    }
    const resource = pod === undefined ? kind as "pods" | "events" : "pods/log";
    if (content.silent?.has(resource)) return stopped.promise;
    if (content.forbidden?.has(resource)) return forbid(resource, namespace, pod);
    const held = content.namespaces[namespace] ?? {};
    if (pod !== undefined) return logText(held, decodeURIComponent(pod), searchParams);
    return list(content, held[resource as "pods" | "events"] ?? [], searchParams);
  }, { tls });

  const stop = async () => {
    stopped.resolve(failure(503, "the server is shutting down"));
    await server.stop();
    await rm(directory, { recursive: true });
  };
  return {
    url: server.url,
    requests: server.requests,
    directory,
    rotateToken,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Pages of a list, in the order of names: the real one's order is that of its store's keys. */
function list(
  content: KubernetesContent,
  held: readonly KubernetesObject[],
  query: URLSearchParams,
): Response {
  const selector = query.get("fieldSelector") ?? "";
  const [, field, wanted] = /^(type)=(\w+)$/.exec(selector) ?? [];
  if (selector !== "" && field === undefined) {
    return failure(400, `field label not supported: ${selector}`);
  }
  const token = query.get("continue") ?? "", start = Number(token === "" ? 0 : atob(token));
  if (token !== "" && (content.expired ?? 0) > 0) {
    content.expired!--;
    return failure(
      410,
      "The provided continue parameter is too old to display a consistent list result. You can " +
        "start a new list without the continue parameter.",
      { continue: token },
    );
  }
  const matching = held
    .filter((one) => field === undefined || one[field] === wanted)
    .sort((a, b) => a.metadata.name < b.metadata.name ? -1 : 1);
  const end = start + (Number(query.get("limit")) || matching.length);
  return Response.json({
    kind: "List",
    apiVersion: "v1",
    metadata: {
      resourceVersion: "1000",
      ...(end < matching.length && { continue: btoa(String(end)) }),
    },
    items: matching.slice(start, end),
  });
}

function forbid(resource: KubernetesResource, namespace: string, pod?: string): Response {
  const [kind, sub] = resource.split("/"), verb = sub === undefined ? "list" : "get";
  const what = pod === undefined ? kind : `${kind} "${pod}"`;
  return failure(
    403,
    `${what} is forbidden: User "${ACCOUNT}" cannot ${verb} resource "${resource}" in API group ` +
      `"" in the namespace "${namespace}"`,
  );
}

/** Answers whether the service account may do something. */
function review({ body }: ReceivedRequest, { forbidden }: KubernetesContent): Response {
  const { spec } = JSON.parse(body);
  const { resource, subresource, verb } = spec?.resourceAttributes ?? {};
  const name = [resource, subresource].filter(Boolean).join("/");
  const known = ["pods", "events", "pods/log"].includes(name) && ["get", "list"].includes(verb);
  const allowed = known && !forbidden?.has(name as KubernetesResource);
  return Response.json({
    kind: "SelfSubjectAccessReview",
    apiVersion: "authorization.k8s.io/v1",
    metadata: {},
    spec,
    status: { allowed },
  }, { status: 201 });
}
