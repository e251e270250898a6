import { clsx } from 'clsx';
import { useState } from 'react';
import { inDigits } from '../../components/count.ts';
import { Button } from '../../components/button.tsx';
import { Input } from '../../components/input.tsx';
import { keysOf } from '../../keys-of.ts';
import type { Judged } from './inviting.ts';
import { type LineState, lineStates, usernameStates } from './vocabulary.ts';

/** Rows that are drawn. The others are counted. */
const most = 100;

const names = keysOf(lineStates);

type LinesProps = {
  lines: readonly Judged[];
  mended: ReadonlyMap<number, string>;
  onMend: (index: number, email: string) => void;
};

/** What would happen to the lines, by state. Those that are no address can be mended. */
export function Lines({ lines, mended, onMend }: LinesProps) {
  const groups = Map.groupBy(lines.entries(), ([, { state }]) => state);
  const present = names.filter((name) => groups.has(name));
  const [chosen, setChosen] = useState<LineState>();
  const state = chosen !== undefined && groups.has(chosen) ? chosen : present[0];
  const rows = (state && groups.get(state)) ?? [];
  return (
    <>
      <div className="flex flex-wrap gap-2" role="group" aria-label="Lines">
        {present.map((name) => (
          <Button
            key={name}
            aria-pressed={name === state}
            className={clsx(name === state && 'ring-2 ring-accent')}
            onClick={() => setChosen(name)}
          >
            {lineStates[name]} {inDigits(groups.get(name)?.length ?? 0)}
          </Button>
        ))}
      </div>
      <table className="mt-3 w-full max-w-2xl">
        <thead className="sr-only">
          <tr>
            <th>Line</th>
            <th>Address</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map(([index, { line, email, username }]) => (
            <tr key={index}>
              <td className="w-16 py-0.5 text-muted tabular-nums">{line}</td>
              <td className="py-0.5 wrap-anywhere" translate="no">
                {state === 'invalid' ? (
                  <Input
                    aria-label={`Address in line ${line}`}
                    value={mended.get(index) ?? email}
                    onValueChange={(typed) => onMend(index, typed)}
                    maxLength={254}
                    autoComplete="off"
                  />
                ) : (
                  email
                )}
                {username !== null && username !== 'free' && (
                  <span className="text-muted"> · {usernameStates[username]}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > most && (
        <p className="mt-2 text-muted">And {inDigits(rows.length - most)} more.</p>
      )}
    </>
  );
}
