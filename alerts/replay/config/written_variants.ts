import type { ConfigForm, WrittenVariant } from "./config_form.ts";

/**
 * The variants of a configuration: those that are listed, then those of the matrix, prompts first.
 * A variant of the matrix is named by what differs in it, such as `short+model-1+low`.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { writtenVariants } from "./written_variants.ts";
 *
 * const matrix = { prompts: { old: "old.md", new: "new.md" }, models: ["m-1", "maker/m-2"] };
 * const variants = writtenVariants({ matrix, exclude: [{ prompts: "new", model: "m-1" }] });
 * assert.deepEqual(variants.map(({ name }) => name), ["old+m-1", "old+m-2", "new+m-2"]);
 * ```
 */
export function writtenVariants(
  { variants = [], matrix, exclude = [] }: Pick<ConfigForm, "variants" | "matrix" | "exclude">,
): WrittenVariant[] {
  if (!matrix) return variants;
  const { models, parameters = { "": {} } } = matrix;
  const prompts = Object.entries(matrix.prompts), settings = Object.entries(parameters);
  const combined = prompts.flatMap(([prompt, files]) =>
    models.flatMap((model) =>
      settings.filter(([setting]) =>
        !exclude.some((one) =>
          (one.prompts ?? prompt) === prompt && (one.model ?? model) === model &&
          (one.parameters ?? setting) === setting
        )
      ).map(([setting, given]): WrittenVariant => {
        const parts = [
          prompts.length > 1 || (models.length === 1 && settings.length === 1) ? prompt : "",
          models.length > 1 ? model.replace(/^.*\//, "").replace(/[^\w.-]/g, "_") : "",
          settings.length > 1 ? setting : "",
        ];
        return {
          name: parts.filter((part) => part !== "").join("+"),
          prompts: files,
          model,
          ...given,
        };
      })
    )
  );
  return [...variants, ...combined];
}
