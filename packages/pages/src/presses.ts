import { answerError } from '@namecard/router';
import { hashOf } from './shown-values.ts';

/*
 * The last answers of a form that works once.
 *
 * Problem: who presses its button twice sends it twice, and the browser shows the second
 * answer. The first press has used up the code, or has ended the session. So the second
 * would be told that the code is wrong, or to sign in, although all is done.
 *
 * Plan: a success is kept for a minute, by a hash of what was sent and by whom. The
 * same form gets it again, also while the first press still works. So is a 403: a right
 * code of a suspended account is used up too.
 *
 * Price: another instance does not know it.
 */

const keptFor = 60_000;

const forbidden = 403;

type Kept<Answer> = { answer: Promise<Answer>; until: number };

export class Presses<Answer> {
  readonly #kept = new Map<string, Kept<Answer>>();

  /** @param sent all that the form sent, and by whom */
  answer(sent: unknown, take: () => Promise<Answer>): Promise<Answer> {
    const now = performance.now();
    for (const [old, { until }] of this.#kept) {
      if (until > now) break;
      this.#kept.delete(old);
    }
    const key = hashOf(JSON.stringify(sent));
    const first = this.#kept.get(key);
    if (first) return first.answer;
    const answer = take();
    this.#kept.set(key, { answer, until: now + keptFor });
    answer.catch((error: unknown) => {
      if (answerError(error)?.status !== forbidden) this.#kept.delete(key);
    });
    return answer;
  }
}
