/** A measured or counted value. It holds while it is within its limits. */
export type Figure = {
  name: string;
  /** NaN is outside every limit: the event to measure did not happen. */
  value: number;
  unit?: 'ms' | 's' | 'MB';
  atLeast?: number;
  atMost?: number;
};

export const exactly = (name: string, value: number, wanted: number): Figure => ({
  name,
  value,
  atLeast: wanted,
  atMost: wanted,
});

/** A thing that must never happen. */
export const none = (name: string, value: number): Figure => exactly(name, value, 0);

/** A thing that must be true. */
export const holds = (name: string, isSo: boolean): Figure =>
  exactly(name, Number(isSo), 1);

export const isHeld = ({ value, atLeast, atMost }: Figure): boolean =>
  (atLeast === undefined || value >= atLeast) &&
  (atMost === undefined || value <= atMost);

const rounded = (value: number) => String(Math.round(value * 10) / 10);

function limitOf({ atLeast, atMost }: Figure): string {
  if (atLeast !== undefined && atLeast === atMost) return `= ${rounded(atLeast)}`;
  const least = atLeast === undefined ? [] : [`≥ ${rounded(atLeast)}`];
  const most = atMost === undefined ? [] : [`≤ ${rounded(atMost)}`];
  return [...least, ...most].join(', ');
}

/** A line of the table of figures. */
export function rowOf(scenario: string, figure: Figure) {
  const { name, value, unit = '' } = figure;
  const limit = limitOf(figure);
  return {
    scenario,
    figure: name,
    value: `${rounded(value)} ${unit}`.trim(),
    limit,
    held: limit === '' ? '' : isHeld(figure),
  };
}
