import type { VNode } from "preact";
import type { Interval } from "../../statistics/cluster_mean.ts";
import { difference, interval as intervalText } from "../figures.ts";

/** Properties of {@linkcode IntervalBar}. */
export interface IntervalBarProps {
  /** Mean difference. */
  readonly mean: number;
  /** Its interval. */
  readonly interval: Interval | null;
  /** The greatest distance from zero that is drawn: the same in a column of bars. */
  readonly reach: number;
}

const WIDTH = 200, HEIGHT = 20;

/** A difference with its interval, beside a line at zero. */
export function IntervalBar({ mean, interval, reach }: IntervalBarProps): VNode {
  const x = (value: number) => WIDTH / 2 * (1 + value / reach * 0.95);
  const label = `${difference(mean)}, 95 % interval ${intervalText(interval)}`;
  return (
    <svg class="interval" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <line class="zero" x1={WIDTH / 2} x2={WIDTH / 2} y1={0} y2={HEIGHT} />
      {interval && (
        <line
          class="range"
          x1={x(interval.low)}
          x2={x(interval.high)}
          y1={HEIGHT / 2}
          y2={HEIGHT / 2}
        />
      )}
      <circle class="mean" cx={x(mean)} cy={HEIGHT / 2} r={5} />
    </svg>
  );
}
