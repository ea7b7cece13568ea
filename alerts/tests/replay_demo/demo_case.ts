/**
 * A case of the demo as it is written: an alert, what there was to find out, its label, and
 * synthetic answers.
 *
 * @module
 */

import type { Label } from "../../replay/label.ts";
import type { DemoAnswer } from "./answers.ts";
import type { ClusterScene } from "./cluster_scene.ts";
import type { HostNotice, HostScene } from "./host_scene.ts";

/** An alert as Alertmanager posts it. */
export interface ClusterAlert {
  /** Name, in the label `alertname`. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly startsAt: string;
  /** Expression of the rule, as Prometheus links to it. */
  readonly expression?: string;
}

/** Answers by prompt, one per repeat. */
export interface DemoAnswers {
  /** To the analyzer's own prompt. */
  readonly shipped: readonly [DemoAnswer, DemoAnswer, DemoAnswer];
  /** To the prompt that one writes first. */
  readonly short: readonly [DemoAnswer, DemoAnswer, DemoAnswer];
  /** To the analyzer's own prompt, with nothing but the alert. */
  readonly blind: readonly [DemoAnswer, DemoAnswer, DemoAnswer];
}

/** A case. */
export type DemoCase =
  & {
    /** A name for people; the model never sees it. */
    readonly id: string;
    readonly label: Omit<Label, "case" | "by" | "at">;
    /** Secrets that the scene holds and no file may. */
    readonly canaries?: readonly string[];
    readonly answers: DemoAnswers;
  }
  & (
    | { readonly alert: ClusterAlert; readonly scene: ClusterScene }
    | { readonly notice: HostNotice; readonly host: HostScene }
  );
