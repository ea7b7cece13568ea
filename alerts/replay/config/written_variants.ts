import type { ConfigForm, WrittenVariant } from "./config_form.ts";

/**
 * The listed variants, then those of the matrix, which are named by what differs, such as
 * `short+model-1+low`.
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
          context: "full",
          ...given,
        };
      })
    )
  );
  return [...variants, ...combined];
}
