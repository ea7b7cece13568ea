import { keyOf, type RecordedRequest } from "../cassette/recording.ts";
import type { Replay } from "../load_replay.ts";
import type { ReplayCase } from "../replay_case.ts";
import { requestOf } from "../request_of.ts";
import type { Place } from "../row.ts";
import type { Variant } from "../variant.ts";

/** A request and the place that its answer belongs to. */
export interface PlacedRequest {
  readonly place: Place;
  readonly one: ReplayCase;
  readonly variant: Variant;
  readonly request: RecordedRequest;
  readonly key: string;
}

/**
 * All places with their requests, by case, variant and repeat. Made one at a time, because all
 * together may not fit into memory.
 */
export function* requestsOf(
  { cases, config: { variants, repeats } }: Pick<Replay, "cases"> & {
    readonly config: Pick<Replay["config"], "variants" | "repeats">;
  },
): Generator<PlacedRequest> {
  for (const one of cases) {
    for (const variant of variants) {
      const first = requestOf(one, variant, 0);
      for (let sample = 0; sample < repeats; sample++) {
        const request = { ...first, sample: first.sample + sample };
        yield {
          place: { case: one.id, cluster: one.cluster, variant: variant.name, sample },
          one,
          variant,
          request,
          key: keyOf(request),
        };
      }
    }
  }
}
