import { describe, expect, test } from "vitest";
import { type Cluster, openCluster } from "../../../src/context/kubernetes/open_cluster.ts";
import { describeFailure } from "../../../src/context/describe_failure.ts";
import { makeCertificate } from "../../../src/demo/certificate.ts";
import type { KubernetesContent } from "../../../src/demo/kubernetes_content.ts";
import { startKubernetes } from "../../../src/demo/kubernetes_stand_in.ts";
import { podOf } from "./cluster_objects.ts";

const certificate = await makeCertificate();
const start = (content: KubernetesContent) => startKubernetes(content, { certificate });
const soon = () => AbortSignal.timeout(60_000);

async function names(cluster: Cluster, signal = soon()): Promise<string[]> {
  const { items } = await cluster.core({ signal }).listNamespacedPod({ namespace: "media" });
  return items.map(({ metadata }) => metadata!.name!);
}

describe("openCluster()", () => {
  test("sends the token over a connection that the cluster's authority vouches for", async () => {
    await using api = await start({ namespaces: { media: { pods: [podOf("api-0")] } } });
    await using cluster = await openCluster(api);
    expect(await names(cluster)).toEqual(["api-0"]);
    const token = await Deno.readTextFile(`${api.directory}/token`);
    expect(api.requests[0]!.headers.get("authorization")).toBe(`Bearer ${token}`);
  });

  test("uses a new token at once, whereas the old one is refused", async () => {
    await using api = await start({ namespaces: { media: { pods: [podOf("api-0")] } } });
    const old = await Deno.readTextFile(`${api.directory}/token`);
    await using stale = await openCluster(
      api,
      (path) => path.endsWith("token") ? Promise.resolve(old) : Deno.readTextFile(path),
    );
    await using cluster = await openCluster(api);
    expect(await names(cluster)).toEqual(await names(stale));
    await api.rotateToken();
    expect(await names(cluster)).toEqual(["api-0"]);
    expect(describeFailure(await names(stale).catch((error) => error))).toBe("401");
  });

  test("does not talk to a server that another authority vouches for", async () => {
    await using api = await start({ namespaces: {} });
    await using other = await startKubernetes({ namespaces: {} });
    await using cluster = await openCluster({ url: api.url, directory: other.directory });
    const error = await names(cluster).catch((error) => error);
    expect(error.code).toBe("TLS_FAILURE");
    expect(error.hint).toContain(`${other.directory}/ca.crt`);
    expect(api.requests).toEqual([]);
  });

  test("takes up a new authority", async () => {
    await using api = await start({ namespaces: {} });
    await using other = await startKubernetes({ namespaces: {} });
    let directory = other.directory;
    await using cluster = await openCluster(
      api,
      (path) => Deno.readTextFile(path.replace(api.directory, directory)),
    );
    await expect(names(cluster)).rejects.toMatchObject({ code: "TLS_FAILURE" });
    directory = api.directory;
    expect(await names(cluster)).toEqual([]);
  });

  test("sends a token over nothing else than https:", async () => {
    const opened = openCluster({ url: new URL("http://127.0.0.1:1"), directory: "/" });
    await expect(opened).rejects.toMatchObject({ code: "BAD_SETTING" });
  });

  test("ends a request with its signal", async () => {
    await using api = await start({ namespaces: {}, silent: new Set(["pods"]) });
    await using cluster = await openCluster(api);
    const over = new AbortController();
    const answer = names(cluster, over.signal);
    while (api.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    over.abort(new Error("over"));
    await expect(answer).rejects.toThrow("over");
  });

  test("says what is missing outside of a cluster", async () => {
    await using cluster = await openCluster({
      url: new URL("https://127.0.0.1:1"),
      directory: "/nowhere",
    });
    await expect(names(cluster)).rejects.toMatchObject({
      code: "NOT_CONFIGURED",
      message: "No service account can be read in /nowhere",
    });
  });

  test("says when nothing listens", async () => {
    await using api = await start({ namespaces: {} });
    await using cluster = await openCluster({
      url: new URL("https://127.0.0.1:1"),
      directory: api.directory,
    });
    await expect(names(cluster)).rejects.toMatchObject({
      code: "CONNECTION_REFUSED",
      message: "Nothing listens at 127.0.0.1:1",
    });
  });

  test("refuses an answer that would fill the memory", async () => {
    const huge = podOf("api-0", [], { message: "x".repeat(17 * 2 ** 20) });
    await using api = await start({ namespaces: { media: { pods: [huge] } } });
    await using cluster = await openCluster(api);
    await expect(names(cluster)).rejects.toMatchObject({ code: "BAD_ANSWER" });
  });

  test("encodes names, so that a path stays within its namespace", async () => {
    await using api = await start({ namespaces: {} });
    await using cluster = await openCluster(api);
    await cluster.core({ signal: soon() })
      .listNamespacedPod({ namespace: "../../kube-system?x=" }).catch(() => {});
    expect(api.requests[0]!.path).toBe("/api/v1/namespaces/..%2F..%2Fkube-system%3Fx%3D/pods");
  });

  test("asks what the service account may do", async () => {
    await using api = await start({ namespaces: {}, forbidden: new Set(["pods/log"]) });
    await using cluster = await openCluster(api);
    const allowed = await Promise.all(
      [{ resource: "pods" }, { resource: "pods", subresource: "log" }, { resource: "secrets" }].map(
        async (what) => {
          const { status } = await cluster.authorization({ signal: soon() })
            .createSelfSubjectAccessReview({
              body: { spec: { resourceAttributes: { namespace: "media", verb: "get", ...what } } },
            });
          return status?.allowed;
        },
      ),
    );
    expect(allowed).toEqual([true, false, false]);
  });
});
