import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, read, sendCode, verifyCode, type Answer } from './ask.ts';
import { readCodes } from './codes.ts';
import type { Inbox } from './inbox.ts';
import { freshEmail, SignedIn } from './people.ts';
import { byTurns, type Service } from './service.ts';

/** What people do. `guess` gives a wrong code, and `renew` signs in anew as somebody else. */
export type Kind =
  | 'create'
  | 'edit'
  | 'remove'
  | 'edit oneself'
  | 'list'
  | 'read oneself'
  | 'send-code'
  | 'guess'
  | 'renew';

/** What a session was told is done. */
export type Person = {
  token: string;
  /** Profiles by their usernames, with their `about`: undefined while an edit may have been lost. */
  profiles: Map<string, string | null | undefined>;
  /** The number last written to the user, and the last that was tried. */
  written: number;
  tried: number;
};

export type Answered = {
  kind: Kind;
  /** 0 if there was no answer. */
  status: number;
  /** When it came, as `Date.now()` says. */
  at: number;
  milliseconds: number;
  hasRetryAfter: boolean;
};

/** All that the service has answered and promised. */
export type Book = {
  answers: Answered[];
  people: Person[];
  mails: { email: string; promisedAt: number }[];
};

export type Load = Book & {
  /** Lets the calls under way end. */
  stop(): Promise<void>;
};

type Wishes = {
  /** What each person does in a round, in this order. */
  kinds: readonly Kind[];
  /** Milliseconds between two rounds of a person. */
  rest?: number;
};

const ownership = ['create', 'edit', 'edit oneself', 'list', 'read oneself'] as const;

/** Calls that each do something of their own, mail and a wrong guess included. */
export const everything: readonly Kind[] = [...ownership, 'send-code', 'guess'];

/** Milliseconds after a failure. Without a database refusals come at once, and would crowd out all else. */
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

/** One person's calls. Each is put on record, and what was acknowledged is remembered. */
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
    const began = performance.now();
    const answer = await call(byTurns(this.#origins, this.#calls++)).catch(
      () => undefined,
    );
    const answered = {
      kind,
      status: answer?.status ?? 0,
      at: Date.now(),
      milliseconds: performance.now() - began,
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
      case 'remove':
        return this.#remove();
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

  async #remove(): Promise<void> {
    const { profiles } = this.#person;
    const [username] = profiles.keys();
    if (username === undefined) return;
    // If the answer is lost, nobody knows whether it is there.
    profiles.delete(username);
    await this.#api('remove', `/profiles/${username}`, 'DELETE');
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

/** Lets people use the service, each asking the instances by turns, until it is stopped. No call that failed is repeated. */
export function startLoad(
  served: Served,
  tokens: readonly string[],
  { kinds, rest = 20 }: Wishes = { kinds: everything },
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
