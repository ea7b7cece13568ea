/**
 * A mean whose error knows that alerts of one name are not independent.
 *
 * @module
 */

import { tQuantile } from "./distributions.ts";

/** A value at one alert. */
export interface Clustered {
  /** What it is one of many of. */
  readonly cluster: string;
  /** The value. */
  readonly value: number;
}

/** A mean with its error. */
export interface ClusterMean {
  /** Mean over all values. */
  readonly mean: number;
  /** Cluster-robust standard error; `null` with fewer than two clusters. */
  readonly error: number | null;
  /** Number of values. */
  readonly values: number;
  /** Number of clusters. */
  readonly clusters: number;
}

/**
 * Mean with a cluster-robust standard error:
 * `se² = C / (C - 1) · Σ_c (Σ_{i in c} (x_i - mean))² / n²`, the sandwich estimator of Liang and Zeger
 * (1986) for a mean, with the usual correction for few clusters. With one value per cluster it is the
 * plain standard error.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusterMean } from "./cluster_mean.ts";
 *
 * const { mean, error } = clusterMean([1, 2, 3].map((value) => ({ cluster: `${value}`, value })));
 * assert.equal(mean, 2);
 * assert.equal(error?.toFixed(6), (1 / Math.sqrt(3)).toFixed(6));
 * ```
 */
export function clusterMean(values: readonly Clustered[]): ClusterMean {
  const n = values.length;
  const mean = values.reduce((sum, { value }) => sum + value, 0) / n;
  const residuals = new Map<string, number>();
  for (const { cluster, value } of values) {
    residuals.set(cluster, (residuals.get(cluster) ?? 0) + value - mean);
  }
  const clusters = residuals.size;
  const squares = [...residuals.values()].reduce((sum, one) => sum + one * one, 0);
  const error = clusters < 2 ? null : Math.sqrt(clusters / (clusters - 1) * squares) / n;
  return { mean, error, values: n, clusters };
}

/** From, to. */
export interface Interval {
  /** Lower bound. */
  readonly low: number;
  /** Upper bound. */
  readonly high: number;
}

/**
 * Interval that holds the true mean with the given confidence, by Student's t with `clusters - 1`
 * degrees of freedom.
 *
 * @param confidence Such as 0.95.
 * @returns `null` with fewer than two clusters: then nothing can be said.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusterMean, meanInterval } from "./cluster_mean.ts";
 *
 * const values = [0.1, 0.2, 0.3].map((value) => ({ cluster: `${value}`, value }));
 * const interval = meanInterval(clusterMean(values), 0.95);
 * assert.equal(interval?.low.toFixed(3), "-0.048");
 * assert.equal(interval?.high.toFixed(3), "0.448");
 * ```
 */
export function meanInterval(estimate: ClusterMean, confidence: number): Interval | null {
  const { mean, error, clusters } = estimate;
  if (error === null) return null;
  const reach = tQuantile((1 + confidence) / 2, clusters - 1) * error;
  return { low: mean - reach, high: mean + reach };
}

/**
 * The smallest true difference that a comparison as large and as noisy as this one would have found
 * with the given power.
 *
 * @returns `null` with fewer than two clusters.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusterMean, detectable } from "./cluster_mean.ts";
 *
 * const values = [0.1, 0.2, 0.3].map((value) => ({ cluster: `${value}`, value }));
 * assert.equal(detectable(clusterMean(values), { alpha: 0.05, power: 0.8 })?.toFixed(2), "0.31");
 * ```
 */
export function detectable(
  { error, clusters }: ClusterMean,
  { alpha, power }: {
    /** How often a difference may be seen where there is none. */
    readonly alpha: number;
    /** How often a difference should be seen where there is one. */
    readonly power: number;
  },
): number | null {
  if (error === null) return null;
  const df = clusters - 1;
  return (tQuantile(1 - alpha / 2, df) + tQuantile(power, df)) * error;
}
