import type { VNode } from "preact";
import type { Block } from "../../report/block.ts";
import type { RunResults } from "../run_results.ts";
import { Blocks } from "./blocks.tsx";
import { CaseSection } from "./case_section.tsx";
import { pickAnswers } from "./pick_answers.ts";

export interface PageProps {
  readonly results: RunResults;
  readonly blocks: readonly Block[];
}

/** Verdicts, figures, then every alert with its answers side by side. */
export function Page({ results, blocks }: PageProps): VNode {
  const cases = new Map(results.cases.map((one) => [one.id, one]));
  const shown = pickAnswers(results);
  return (
    <>
      <header>
        <h1>Replay: {results.run}</h1>
      </header>
      <main>
        <section>
          <Blocks blocks={blocks} />
        </section>
        <section>
          <h2>Answers side by side</h2>
          <p class="note">
            The alerts at which a candidate loses most come first. <del>Words of the baseline</del>
            {" "}
            that the candidate has not, <ins>words of the candidate</ins> that the baseline has not.
          </p>
          {shown.map((one, at) => (
            <CaseSection
              one={cases.get(one.id)!}
              shown={one}
              baseline={results.baseline}
              isOpen={at === 0}
            />
          ))}
        </section>
      </main>
    </>
  );
}
