/** A large number, in thousands or millions. */
export function rounded(value: number): string {
  const [size, unit] = value >= 1e6 ? [1e6, " M"] : value >= 1000 ? [1000, " k"] : [1, ""];
  const scaled = value / size;
  return `${unit !== "" && scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)}${unit}`;
}
