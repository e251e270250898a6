import { Badge, type Tone } from './badge.tsx';

/** A state of a row or of its case, with details in the title. */
export type RowState = { tone: Tone; word: string; title?: string };

export const statesIn = (states: readonly (RowState | false)[]): RowState[] =>
  states.filter((state) => state !== false);

export const StateList = ({ states }: { states: readonly RowState[] }) => (
  <ul aria-label="State" className="mt-1 flex flex-wrap gap-x-3 gap-y-1 empty:hidden">
    {states.map(({ tone, word, title }) => (
      <li key={word}>
        <Badge tone={tone}>{word}</Badge>
        {title !== undefined && <span className="text-xs text-muted">: {title}</span>}
      </li>
    ))}
  </ul>
);
