import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchJson, type Answer } from '@namecard/testing';
import { sendCode, verifyCode } from './ask.ts';
import { freshEmail, mailedCode, SignedIn } from './people.ts';
import { byTurns, type Service } from './start-service.ts';

/**
 * The calls of a person in a round, in order. `guess` sends a wrong code; `renew`
 * signs in as somebody else, after `send-code`.
 */
const round = [
  'renew',
  'create',
  'edit',
  'edit oneself',
  'list',
  'read oneself',
  'guess',
] as const;

type Kind = (typeof round)[number] | 'send-code';

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

/** A mail of a person, who waits for it. */
type Awaited = { email: string; promisedAt: number; cameAt?: number };

/** All answers and promises of the service. */
export type Book = { answers: Answered[]; people: Person[]; mails: Awaited[] };

export type Load = Book & {
  /** Waits for the calls in progress. */
  stop(): Promise<void>;
};

/** Milliseconds between two rounds of a person. */
const rest = 20;

/** Milliseconds. Otherwise quick refusals would crowd out the rest. */
const pause = 100;

export const isWell = ({ kind, status }: Pick<Answered, 'kind' | 'status'>) =>
  status === (kind === 'guess' ? 401 : 200);

const newPerson = (token: string): Person => ({
  token,
  profiles: new Map(),
  written: 0,
  tried: 0,
});

/** One person's calls. Records each one and remembers acknowledged changes. */
class Caller {
  readonly #book: Book;
  readonly #service: Service;
  #person: Person;
  #calls: number;

  constructor(book: Book, service: Service, token: string, number: number) {
    this.#book = book;
    this.#service = service;
    this.#person = newPerson(token);
    this.#calls = number;
    book.people.push(this.#person);
  }

  /** Returns the answer of a success. */
  async #note(
    kind: Kind,
    call: (origin: string) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const origin = byTurns(this.#service.origins, this.#calls++);
    const answer = await call(origin).catch(() => undefined);
    const answered = {
      kind,
      status: answer?.status ?? 0,
      at: Date.now(),
      hasRetryAfter: /^\d+$/.test(answer?.headers.get('retry-after') ?? ''),
    };
    this.#book.answers.push(answered);
    if (isWell(answered)) return answer;
    await sleep(pause);
    return undefined;
  }

  async #api(kind: Kind, path: string, method = 'GET', json?: object): Promise<boolean> {
    const { token } = this.#person;
    const answer = await this.#note(kind, (origin) =>
      fetchJson(`${origin}/api/v1${path}`, { token, method, json }),
    );
    return answer !== undefined;
  }

  async live(stopping: AbortSignal): Promise<void> {
    const calls: Record<(typeof round)[number], () => Promise<unknown>> = {
      renew: () => this.#renew(),
      create: () => this.#create(),
      edit: () => this.#edit(),
      'edit oneself': () => this.#editOneself(),
      list: () => this.#api('list', '/profiles?limit=5'),
      'read oneself': () => this.#api('read oneself', '/users/me'),
      guess: () =>
        this.#note('guess', (origin) => verifyCode(origin, freshEmail('load'), '000000')),
    };
    while (!stopping.aborted) {
      for (const kind of round) {
        if (!stopping.aborted) await calls[kind]();
      }
      await sleep(rest);
    }
  }

  async #create(): Promise<void> {
    const username = `load-${randomBytes(8).toString('hex')}`;
    const json = { username, referral: '' };
    if (await this.#api('create', '/profiles', 'POST', json)) {
      this.#person.profiles.set(username, null);
    }
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

  async #renew(): Promise<void> {
    const mail: Awaited = { email: freshEmail('load'), promisedAt: Date.now() };
    const { email } = mail;
    if (!(await this.#note('send-code', (origin) => sendCode(origin, email)))) return;
    this.#book.mails.push(mail);
    const coming = mailedCode(this.#service.postmark, email);
    const code = await coming.catch(() => undefined);
    if (code === undefined) return;
    mail.cameAt = Date.now();
    const answer = await this.#note('renew', (origin) => verifyCode(origin, email, code));
    if (!answer) return;
    this.#person = newPerson(SignedIn.parse(answer.body).data.token);
    this.#book.people.push(this.#person);
  }
}

/**
 * People use the service until stopped, each on all instances in turn. Failed
 * calls are not repeated.
 */
export function startLoad(service: Service, tokens: readonly string[]): Load {
  const book: Book = { answers: [], people: [], mails: [] };
  const stopping = new AbortController();
  const running = tokens.map((token, number) =>
    new Caller(book, service, token, number).live(stopping.signal),
  );
  return {
    ...book,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
