type Sum = { count: number; seconds: number };

/** The first table that a statement writes; not a lock, and not what an insert does in the place of one. */
const writing = /(?<!\b(?:for|key|do) )\b(insert|update|delete)(?: into| from)? "?(\w+)/;

/** The function that it writes by. */
const calling = /\b(queue_mail)\(/;

/** The first table that it reads. */
const reading = /\bfrom "?(?!unnest|json_)(\w+)/;

/** What a prepared statement does, and the beginning of its name's hash: `update outbox 3fa9`. */
function labelOf(text: string, name: string): string {
  const [, read = ''] = calling.exec(text) ?? reading.exec(text) ?? [];
  const [, verb = 'select', table = read] = writing.exec(text) ?? [];
  const hash = name.replace(/^.*_/, '').slice(0, 4);
  return [verb, table, hash].filter((part) => part !== '').join(' ');
}

/** How often each prepared statement was run and how long it took, until its answer was there; all others are `other`. */
export class StatementTimes {
  readonly #prepared = new Map<string, Sum & { label: string }>();
  readonly #other = { label: 'other', count: 0, seconds: 0 };

  /** @param name of a prepared statement */
  add(text: string, name: string | undefined, milliseconds: number): void {
    const sum = this.#sumFor(text, name);
    sum.count += 1;
    sum.seconds += milliseconds / 1_000;
  }

  read(): readonly (Readonly<Sum> & { label: string })[] {
    return [...this.#prepared.values(), this.#other];
  }

  #sumFor(text: string, name: string | undefined): Sum {
    if (name === undefined) {
      return this.#other;
    }
    const known = this.#prepared.get(name);
    if (known !== undefined) {
      return known;
    }
    const sum = { label: labelOf(text, name), count: 0, seconds: 0 };
    this.#prepared.set(name, sum);
    return sum;
  }
}
