import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import {
  CLUSTER_VARIABLE_NAMES,
  loadClusterSettings,
} from "../../src/settings/cluster_settings.ts";
import { permissionsOf } from "../../../tests/command_arguments.ts";
import { analyzerDockerfile } from "../services/analyzer_dockerfile.ts";

const DEPLOY = new URL("../../deploy/analyzer/", import.meta.url);
const read = (name: string) => Deno.readTextFile(new URL(name, DEPLOY));

/** A Kubernetes object; what is asked of it below fails the test if it is not there. */
// deno-lint-ignore no-explicit-any
type Manifest = any;

const manifests: Manifest[] = [];
for await (const { name } of Deno.readDir(new URL("kubernetes/", DEPLOY))) {
  const documents = parseAllDocuments(await read(`kubernetes/${name}`));
  if ("empty" in documents) throw new Error(`${name} is empty`);
  for (const document of documents) {
    expect(document.errors).toEqual([]);
    manifests.push(document.toJS());
  }
}
const ofKind = (kind: string): Manifest[] => manifests.filter((one) => one.kind === kind);
const only = (kind: string): Manifest => {
  expect(ofKind(kind).length, kind).toBe(1);
  return ofKind(kind)[0];
};
const [container] = only("Deployment").spec.template.spec.containers;
const settings = () =>
  loadClusterSettings({
    get: (name) => {
      const found = container.env.find((one: Manifest) => one.name === name);
      return found?.valueFrom ? "secret" : found?.value;
    },
  });

describe("what the analyzer may read in a cluster", () => {
  const granted = (kind: string) =>
    ofKind(kind).flatMap(({ metadata, rules }) =>
      rules.flatMap(({ apiGroups, resources, verbs, ...more }: Manifest) => {
        expect(more).toEqual({});
        return apiGroups.flatMap((group: string) =>
          resources.flatMap((resource: string) =>
            verbs.map((verb: string) =>
              [metadata.namespace ?? "*", group, resource, verb].join(" ").trim()
            )
          )
        );
      })
    ).sort();

  test("in all namespaces pods and events, nothing else", () => {
    expect(granted("ClusterRole")).toEqual([
      "*  events get",
      "*  events list",
      "*  pods get",
      "*  pods list",
    ]);
  });

  test("logs in the allowed namespaces, nothing else there", () => {
    const { allowedNamespaces } = settings();
    expect(allowedNamespaces.length).toBeGreaterThan(0);
    expect(granted("Role")).toEqual(
      allowedNamespaces.map((namespace) => `${namespace}  pods/log get`).sort(),
    );
  });

  test("only its own account is bound, and each role is", () => {
    const account = only("ServiceAccount").metadata;
    for (const kind of ["Role", "ClusterRole"]) {
      const nameOf = ({ metadata: { name, namespace } }: Manifest) => `${namespace}/${name}`;
      const bindings = ofKind(`${kind}Binding`);
      expect(bindings.map(nameOf).sort()).toEqual(ofKind(kind).map(nameOf).sort());
      for (const { metadata, roleRef, subjects } of bindings) {
        expect(roleRef).toEqual({
          apiGroup: "rbac.authorization.k8s.io",
          kind,
          name: metadata.name,
        });
        expect(subjects).toEqual([
          { kind: "ServiceAccount", name: account.name, namespace: account.namespace },
        ]);
      }
    }
    expect(only("Deployment").spec.template.spec.serviceAccountName).toBe(account.name);
  });
});

describe("how it runs", () => {
  test("as nobody, on a read-only disk, without capabilities", () => {
    expect(only("Deployment").spec.template.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 65534,
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      privileged: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
  });

  test("its variables exist, its values are good, its secrets are in no file", () => {
    const names = container.env.map(({ name }: Manifest) => name);
    expect(names.filter((name: string) => !CLUSTER_VARIABLE_NAMES.includes(name))).toEqual([]);
    expect(settings().allowedNamespaces).toContain("media");
    for (const name of ["WEBHOOK_SECRET", "API_KEY", "PUSH_PUBLISH_TOKEN"]) {
      const variable = container.env.find((one: Manifest) => one.name === name);
      expect(variable.value).toBeUndefined();
      expect(variable.valueFrom.secretKeyRef.name).toBe("cluster-analyzer");
    }
    expect(ofKind("Secret")).toEqual([]);
  });

  test("its store is on the volume, and one process works with it", () => {
    const { spec } = only("Deployment");
    const [mount] = container.volumeMounts;
    expect(settings().storePath).toBe(`${mount.mountPath}/analyzer.db`);
    const volume = spec.template.spec.volumes.find((one: Manifest) => one.name === mount.name);
    expect(volume.persistentVolumeClaim.claimName).toBe(
      only("PersistentVolumeClaim").metadata.name,
    );
    expect([spec.replicas, spec.strategy.type]).toEqual([1, "Recreate"]);
  });

  test("it has the time to stop", () => {
    const { terminationGracePeriodSeconds: grace } = only("Deployment").spec.template.spec;
    expect(grace * 1000).toBeGreaterThan(settings().stopLimit);
  });
});

describe("ports and addresses", () => {
  const port = settings().port;

  test("one port from the setting to the network policy", async () => {
    expect(container.ports).toEqual([{ name: "http", containerPort: port }]);
    for (const probe of ["startupProbe", "livenessProbe"]) {
      expect(container[probe].httpGet).toEqual({ path: "/health", port: "http" });
    }
    // A restart mends no full disk: only readiness asks for the store.
    expect(container.readinessProbe.httpGet).toEqual({ path: "/ready", port: "http" });
    expect(only("Service").spec.ports).toEqual([{ name: "http", port, targetPort: "http" }]);
    const { ingress } = only("NetworkPolicy").spec;
    expect(ingress.map(({ ports }: Manifest) => ports)).toEqual([[{ protocol: "TCP", port }]]);
    const { annotations } = only("Deployment").spec.template.metadata;
    expect(annotations["prometheus.io/port"]).toBe(String(port));
    const { instructions } = await analyzerDockerfile();
    expect(instructions).toContainEqual({ word: "EXPOSE", rest: String(port) });
  });

  test("service, deployment and policy mean the same pods", () => {
    const { labels } = only("Deployment").spec.template.metadata;
    expect(only("Deployment").spec.selector.matchLabels).toEqual(labels);
    expect(only("Service").spec.selector).toEqual(labels);
    expect(only("NetworkPolicy").spec.podSelector.matchLabels).toEqual(labels);
  });

  test("the policy lets in Alertmanager and Prometheus, and lets out what the settings need", () => {
    const { policyTypes, ingress, egress } = only("NetworkPolicy").spec;
    expect(policyTypes).toEqual(["Ingress", "Egress"]);
    expect(ingress[0].from.map(({ podSelector }: Manifest) => podSelector.matchLabels)).toEqual([
      { "app.kubernetes.io/name": "alertmanager" },
      { "app.kubernetes.io/name": "prometheus" },
    ]);
    const open = egress.flatMap(({ ports }: Manifest) => ports.map((one: Manifest) => one.port));
    const { prometheusUrl, push, llm } = settings();
    const portOf = (url: URL) => Number(url.port || (url.protocol === "https:" ? 443 : 80));
    for (const url of [prometheusUrl, push.url, llm.url]) expect(open).toContain(portOf(url));
    expect(new Set(open)).toEqual(new Set([53, 9090, 443, 6443]));
  });

  test("Alertmanager posts to the service, with a secret out of a file, and cuts nothing off", async () => {
    const { receivers, route } = parse(await read("alertmanager.yml"));
    const [receiver] = receivers.filter((one: Manifest) => one.name === "cluster-analyzer");
    const [webhook] = receiver.webhook_configs;
    const { name, namespace } = only("Service").metadata;
    expect(webhook.url).toBe(`http://${name}.${namespace}.svc:${port}/webhook`);
    expect(webhook.send_resolved).toBe(false);
    // What Alertmanager cuts off is lost; what the queue has no place for is sent again.
    expect(webhook.max_alerts).toBe(200);
    expect(Object.keys(webhook.http_config.authorization)).toEqual(["type", "credentials_file"]);
    expect(route.routes[0]).toMatchObject({ receiver: "cluster-analyzer", continue: true });
  });
});

describe("the image", () => {
  test("runs as the user of the deployment", async () => {
    const { user, env } = await analyzerDockerfile();
    const { runAsUser, runAsGroup } = only("Deployment").spec.template.spec.securityContext;
    expect(user).toBe(`${runAsUser}:${runAsGroup}`);
    expect(env["STORE_PATH"]).toBe(settings().storePath);
  });

  test("may read exactly the variables of the settings", async () => {
    const { entrypoint } = await analyzerDockerfile();
    expect(permission(entrypoint, "allow-env")).toEqual(CLUSTER_VARIABLE_NAMES);
    expect(permission(permissionsOf("analyzer"), "allow-env")).toEqual(CLUSTER_VARIABLE_NAMES);
    expect(permission(permissionsOf("analyzer:doctor"), "allow-env"))
      .toEqual([...CLUSTER_VARIABLE_NAMES, "NO_COLOR", "TERM"]);
  });

  test("may write to its data, starts no program, loads no native library", async () => {
    const { entrypoint } = await analyzerDockerfile();
    expect(permission(entrypoint, "allow-write")).toEqual(["/data"]);
    const allowed = entrypoint.filter((arg) => arg.startsWith("--allow-"))
      .map((arg) => arg.replace(/=.*/, "")).sort();
    expect(allowed).toEqual(["--allow-env", "--allow-net", "--allow-read", "--allow-write"]);
    expect(entrypoint).toContain("--no-prompt");
  });

  test("is the version of Deno that is tested here", async () => {
    expect(await read("Dockerfile")).toContain(`\nFROM denoland/deno:${Deno.version.deno}@sha256:`);
  });
});

function permission(args: readonly string[], name: string): string[] {
  const flag = `--${name}=`;
  return args.find((arg) => arg.startsWith(flag))!.slice(flag.length).split(",");
}
