import type { VNode } from "preact";
import { visibleText } from "../../../src/text/visible_text.ts";
import { type Bar, type Block, type Cell, shownIn } from "../../report/block.ts";

export function Blocks({ blocks }: { readonly blocks: readonly Block[] }): VNode {
  let title = "";
  return (
    <>
      {shownIn("files", blocks).map((block) => {
        if (block.kind === "heading") title = block.text;
        return shown(block, title);
      })}
    </>
  );
}

/** @param title Heading above the block: captions alone may be the same. */
function shown(block: Block, title: string): VNode {
  switch (block.kind) {
    case "heading":
      return <h2>{visibleText(block.text)}</h2>;
    case "text":
      return <p class={block.tone ?? ""}>{visibleText(block.text)}</p>;
    case "list":
      return <ul>{block.items.map((item) => <li>{visibleText(item)}</li>)}</ul>;
    case "table": {
      const { columns, rows, caption } = block;
      const side = (at: number) => columns[at]!.align === "left" ? "" : "figure";
      const label = `${title}: ${caption ?? columns[0]!.head}`;
      return (
        <div class="wide" tabIndex={0} role="region" aria-label={label}>
          <table>
            {caption !== undefined && <caption>{visibleText(caption)}</caption>}
            <thead>
              <tr>
                {columns.map(({ head }, at) => <th scope="col" class={side(at)}>{head}</th>)}
              </tr>
            </thead>
            <tbody>
              {rows.map(([first, ...rest]) => (
                <tr>
                  <th scope="row">{content(first!)}</th>
                  {rest.map((cell, at) => (
                    <td
                      data-head={columns[at + 1]!.head}
                      class={`${side(at + 1)} ${typeof cell === "string" ? "" : cell.tone ?? ""}`}
                    >
                      {content(cell)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    }
  }
}

function content(cell: Cell): VNode | string {
  if (typeof cell === "string") return visibleText(cell);
  return cell.bar ? <IntervalBar {...cell.bar} label={cell.text} /> : visibleText(cell.text);
}

const WIDTH = 200, HEIGHT = 20;

function IntervalBar({ low, high, mean, reach, label }: Bar & { readonly label: string }): VNode {
  const x = (value: number) => Math.round(WIDTH * 5 * (1 + value / reach * 0.95)) / 10;
  return (
    <svg class="interval" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <line class="zero" x1={WIDTH / 2} x2={WIDTH / 2} y1={0} y2={HEIGHT} />
      <line class="range" x1={x(low)} x2={x(high)} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      {mean !== null && <circle class="mean" cx={x(mean)} cy={HEIGHT / 2} r={5} />}
    </svg>
  );
}
