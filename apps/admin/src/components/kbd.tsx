import { Fragment } from 'react';
import { namesOf } from '../keyboard/keys.ts';

/** The keys of a shortcut as they are printed; `keys` as in `mod+k` or `g p`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-xs text-muted">
      {namesOf(keys).map((press, index) => (
        <Fragment key={press.join('+')}>
          {index > 0 && <span>then</span>}
          {press.map((name) => (
            <kbd
              key={name}
              className="grid h-5 min-w-5 place-items-center rounded-md border border-line-strong bg-sunken px-1 font-sans text-[0.6875rem] font-medium text-soft"
            >
              {name}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
