type Sum = { count: number; seconds: number };

/** The first table that a statement writes. Skips locks and `do update`. */
const writing = /(?<!\b(?:for|key|do) )\b(insert|update|delete)(?: into| from)? "?(\w+)/;

const calling = /\b(queue_mail)\(/;

const reading = /\bfrom "?(?!unnest|json_)(\w+)/;

/** Such as `update outbox 3fa9`; the end is of the name's hash. */
function labelOf(text: string, name: string): string {
  const [, read = ''] = calling.exec(text) ?? reading.exec(text) ?? [];
  const [, verb = 'select', table = read] = writing.exec(text) ?? [];
  const hash = name.replace(/^.*_/, '').slice(0, 4);
  return [verb, table, hash].filter((part) => part !== '').join(' ');
}

/** Statements that are not prepared are `other`. */
export class StatementTimes {
  readonly #prepared = new Map<string, Sum & { label: string }>();
  readonly #other = { label: 'other', count: 0, seconds: 0 };

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
