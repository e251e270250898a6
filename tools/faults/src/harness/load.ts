import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, read, sendCode, verifyCode, type Answer } from './ask.ts';
import { readCodes } from './codes.ts';
import type { Inbox } from './inbox.ts';
import { freshEmail, SignedIn } from './people.ts';
import { byTurns, type Service } from './start-service.ts';

/**
 * Calls of people. `guess` sends a wrong code, `renew` signs in as somebody else.
 */
export type Kind =
  | 'create'
  | 'edit'
  | 'edit oneself'
  | 'list'
  | 'read oneself'
  | 'send-code'
  | 'guess'
  | 'renew';

/** Everything that a session was told is done. */
export type Person = {
  token: string;
  /**
   * Profiles with their `about`, by username. Undefined if an edit may have been
   * lost.
   */
  profiles: Map<string, string | null | undefined>;
  /** The number last written to the user, and the last one tried. */
  written: number;
  tried: number;
};

export type Answered = {
  kind: Kind;
  /** 0 without an answer. */
  status: number;
  /** The time of `Date.now()`. */
  at: number;
  hasRetryAfter: boolean;
};

/** All answers and promises of the service. */
export type Book = {
  answers: Answered[];
  people: Person[];
  mails: { email: string; promisedAt: number }[];
};

export type Load = Book & {
  /** Waits for the calls in progress. */
  stop(): Promise<void>;
};

const ownership = ['create', 'edit', 'edit oneself', 'list', 'read oneself'] as const;

/** All kinds of calls, with mail and a wrong guess. */
const everything: readonly Kind[] = [...ownership, 'send-code', 'guess'];

/** Milliseconds between two rounds of a person. */
const rest = 20;

/** Milliseconds. Otherwise quick refusals would crowd out the rest. */
const pause = 100;

/** The right status of each kind. */
const expected = (kind: Kind) => (kind === 'guess' ? 401 : 200);

export const isWell = ({ kind, status }: Answered) => status === expected(kind);

const newPerson = (token: string): Person => ({
  token,
  profiles: new Map(),
  written: 0,
  tried: 0,
});

/** One person's calls. Records each one and remembers acknowledged changes. */
class Caller {
  readonly #book: Book;
  readonly #origins: readonly string[];
  readonly #inbox: Inbox;
  #person: Person;
  #calls: number;

  constructor(book: Book, { origins, inbox }: Served, person: Person, number: number) {
    this.#book = book;
    this.#origins = origins;
    this.#inbox = inbox;
    this.#person = person;
    this.#calls = number;
    book.people.push(person);
  }

  /** Returns the answer of a success. */
  async #note(
    kind: Kind,
    call: (origin: string) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const answer = await call(byTurns(this.#origins, this.#calls++)).catch(
      () => undefined,
    );
    const answered = {
      kind,
      status: answer?.status ?? 0,
      at: Date.now(),
      hasRetryAfter: /^\d+$/.test(answer?.headers['retry-after'] ?? ''),
    };
    this.#book.answers.push(answered);
    if (isWell(answered)) return answer;
    await sleep(pause);
    return undefined;
  }

  async #api(kind: Kind, path: string, method: string, json?: unknown): Promise<boolean> {
    const { token } = this.#person;
    const question = { token, method, ...(json !== undefined && { json }) };
    const answer = await this.#note(kind, (origin) =>
      ask(`${origin}/api/v1${path}`, question),
    );
    return answer !== undefined;
  }

  async do(kind: Kind): Promise<void> {
    switch (kind) {
      case 'create':
        return this.#create();
      case 'edit':
        return this.#edit();
      case 'edit oneself':
        return this.#editOneself();
      case 'list':
        return void (await this.#api(kind, '/profiles?limit=5', 'GET'));
      case 'read oneself':
        return void (await this.#api(kind, '/users/me', 'GET'));
      case 'send-code':
        return void (await this.#sendCode(freshEmail('load')));
      case 'guess':
        return void (await this.#note(kind, (origin) =>
          verifyCode(origin, freshEmail('load'), '000000'),
        ));
      case 'renew':
        return this.#renew();
    }
  }

  async #create(): Promise<void> {
    const username = `load-${randomBytes(8).toString('hex')}`;
    const isMade = await this.#api('create', '/profiles', 'POST', {
      username,
      referral: '',
    });
    if (isMade) this.#person.profiles.set(username, null);
  }

  async #edit(): Promise<void> {
    const { profiles } = this.#person;
    const username = [...profiles.keys()].at(-1);
    if (username === undefined) return;
    const about = `edited ${randomBytes(6).toString('hex')}`;
    profiles.set(username, undefined);
    const path = `/profiles/${username}/socials`;
    if (await this.#api('edit', path, 'PATCH', { about })) profiles.set(username, about);
  }

  async #editOneself(): Promise<void> {
    const person = this.#person;
    person.tried += 1;
    const number = person.tried;
    const json = { worldId: String(number) };
    if (await this.#api('edit oneself', '/users/me', 'PATCH', json)) {
      person.written = number;
    }
  }

  async #sendCode(email: string): Promise<boolean> {
    const promisedAt = Date.now();
    const answer = await this.#note('send-code', (origin) => sendCode(origin, email));
    if (answer) this.#book.mails.push({ email, promisedAt });
    return answer !== undefined;
  }

  async #renew(): Promise<void> {
    const email = freshEmail('load');
    if (!(await this.#sendCode(email))) return;
    const { long } = readCodes(await this.#inbox.next(email));
    const answer = await this.#note('renew', (origin) => verifyCode(origin, email, long));
    if (!answer) return;
    this.#person = newPerson(read(SignedIn, answer).data.token);
    this.#book.people.push(this.#person);
  }
}

type Served = Pick<Service, 'inbox' | 'origins'>;

/**
 * People use the service until stopped, each on all instances in turn. Failed
 * calls are not repeated.
 * @param kinds the calls of each person in a round, in order
 */
export function startLoad(
  served: Served,
  tokens: readonly string[],
  kinds: readonly Kind[] = everything,
): Load {
  const book: Book = { answers: [], people: [], mails: [] };
  const stopping = new AbortController();
  const live = async (token: string, number: number) => {
    const caller = new Caller(book, served, newPerson(token), number);
    while (!stopping.signal.aborted) {
      for (const kind of kinds) {
        if (!stopping.signal.aborted) await caller.do(kind);
      }
      await sleep(rest);
    }
  };
  const running = tokens.map(live);
  return {
    ...book,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
