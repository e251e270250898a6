/** What was made of an answer that several calls give. */
class Made {
  calls = 1;
  checked?: unknown;
  body?: string;
}

/** Kept on the objects themselves: of objects that live so shortly, a map would cost the garbage collector more than is saved. */
const made = Symbol('made');

const keep = <Value extends object>(on: Value, value: Made): Value =>
  Object.defineProperty(on, made, { value });

function madeOf(answer: unknown): Made | undefined {
  const kept: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, made) : undefined;
  return kept instanceof Made ? kept : undefined;
}

/**
 * The same function, that makes one answer of what was read once for several calls. It is checked once and written once, for all of
 * them: nobody may change it. Not for what depends on who asks.
 */
export function sharedBy<Read extends object, Answer extends object>(
  make: (read: Read) => Answer,
): (read: Read) => Answer {
  const answer = Symbol('answer');
  return (read: Read & { [answer]?: Answer }) => {
    const known = read[answer];
    const shared = madeOf(known);
    if (known && shared) {
      shared.calls += 1;
      return known;
    }
    const value = keep(make(read), new Made());
    Object.defineProperty(read, answer, { value });
    return value;
  };
}

/** How many calls an answer was read for: all who had it read together have it before any of them ends. */
export const callsOf = (answer: unknown): number => madeOf(answer)?.calls ?? 1;

/** What `check` makes of an answer; of one that is shared, it is made once. */
export function checkedOnce(
  answer: unknown,
  check: (answer: unknown) => unknown,
): unknown {
  const shared = madeOf(answer);
  if (!shared) {
    return check(answer);
  }
  shared.checked ??= keep(Object(check(answer)), shared);
  return shared.checked;
}

/** An answer as JSON; one that is shared is written once. */
export function bodyOf(answer: unknown): string {
  const shared = madeOf(answer);
  if (!shared) {
    // What is undefined JSON does not write.
    return JSON.stringify(answer ?? null);
  }
  shared.body ??= JSON.stringify(answer);
  return shared.body;
}
