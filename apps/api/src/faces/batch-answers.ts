import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { largestAtOnce } from '../http/compression.ts';

/**
 * The answers of a batch, each as JSON. tRPC would write all of them at once, and
 * ten of the largest pages would block the process for 75 ms. So tRPC writes a
 * random mark for each answer, and the answers replace the marks.
 */
export class BatchAnswers {
  readonly #mark: string = randomUUID();
  readonly #answers: string[] = [];

  /** Returns the mark that tRPC writes in its place. */
  keep(answer: string): string {
    return `${this.#mark}${this.#answers.push(answer) - 1}`;
  }

  /** Large answers stay in pieces, because joining would copy them. */
  complete(text: string): string | Readable {
    const pieces = text
      .split(new RegExp(`"${this.#mark}(\\d+)"`))
      .map((part, index) => (index % 2 === 1 ? this.#answers[Number(part)] : part));
    const isLarge = this.#answers.some(({ length }) => length > largestAtOnce);
    return isLarge ? Readable.from(pieces) : pieces.join('');
  }
}
