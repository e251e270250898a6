/** One thing that was measured or counted. It is held where it lies within its limits, and where it has none. */
export type Figure = {
  name: string;
  /** NaN lies within no limit: what was to be measured did not happen. */
  value: number;
  unit?: 'ms' | 's' | 'MB';
  atLeast?: number;
  atMost?: number;
};

export const isHeld = ({ value, atLeast, atMost }: Figure): boolean =>
  (atLeast === undefined || value >= atLeast) &&
  (atMost === undefined || value <= atMost);

const rounded = (value: number) => String(Math.round(value * 10) / 10);

/** A line of a table of figures. */
export function rowOf(scenario: string, figure: Figure) {
  const { name, value, unit = '', atLeast, atMost } = figure;
  const limits = [
    atLeast === undefined ? [] : [`≥ ${rounded(atLeast)}`],
    atMost === undefined ? [] : [`≤ ${rounded(atMost)}`],
  ].flat();
  return {
    scenario,
    figure: name,
    value: `${rounded(value)} ${unit}`.trim(),
    limit: limits.join(', '),
    held: limits.length === 0 ? '' : isHeld(figure),
  };
}
