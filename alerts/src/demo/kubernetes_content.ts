/**
 * What a demonstration's cluster holds.
 *
 * @module
 */

/** A pod or an event, as the API writes it. */
export interface KubernetesObject {
  /** Name and time of creation. */
  readonly metadata: { readonly name: string; readonly [key: string]: unknown };
  /** All the rest. */
  readonly [key: string]: unknown;
}

/** What a namespace holds. */
export interface NamespaceContent {
  /** Pods. @default {[]} */
  readonly pods?: readonly KubernetesObject[];
  /** Events. @default {[]} */
  readonly events?: readonly KubernetesObject[];
  /** Logs by `pod/container`; those of containers before a restart by `pod/container/previous`. */
  readonly logs?: Readonly<Record<string, string>>;
}

/** What may be asked for. */
export type KubernetesResource = "pods" | "events" | "pods/log";

/** What the stand-in is like. Its members may be changed while it runs. */
export interface KubernetesContent {
  /** Content by namespace; a namespace that is not there is empty, as with the real one. */
  readonly namespaces: Readonly<Record<string, NamespaceContent>>;
  /** What the service account may not read. @default nothing */
  readonly forbidden?: ReadonlySet<KubernetesResource>;
  /** What is never answered. @default nothing */
  readonly silent?: ReadonlySet<KubernetesResource>;
  /** How many requests with `continue` find that it is too old. @default {0} */
  expired?: number;
}
