import { type Dockerfile, readDockerfile } from "../../../tests/image/dockerfile.ts";

/** The two analyzers, by their folders. */
export type Analyzer = "analyzer" | "host-analyzer";

/** Reads the Dockerfile of an analyzer. */
export function analyzerDockerfile(analyzer: Analyzer = "analyzer"): Promise<Dockerfile> {
  return readDockerfile(new URL(`../../deploy/${analyzer}/Dockerfile`, import.meta.url));
}
