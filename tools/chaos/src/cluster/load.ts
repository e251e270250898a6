import { setTimeout as sleep } from 'node:timers/promises';
import { fetchJson, type Question } from '@namecard/testing';
import { z } from 'zod';
import type { Inbox } from '../sign-in/fixture/inbox.ts';

/** What the load asks for. */
export const kinds = [
  'send-code',
  'verify-code',
  'create',
  'update',
  'list',
  'me',
] as const;

type Kind = (typeof kinds)[number];

/** An answer, or 0 where there was none, and when, as `Date.now()` says. */
type Answered = { kind: Kind; at: number; status: number; reason: string };

/** Everything that the service has acknowledged, and all that it answered. */
export type Book = {
  answers: Answered[];
  /** Sessions by their tokens, and the profiles that each made, with what they say about themselves. */
  sessions: Map<string, Map<string, string | null>>;
  /** When each mail was promised, and when it came. */
  mails: { promisedAt: number; cameAt: number }[];
};

export type Load = { book: Book; stop(): Promise<void> };

const SignedIn = z.object({ data: z.object({ token: z.string() }) });
const Refused = z.object({ reason: z.string() });

/** People at a time, and cards that each makes. */
const people = 12;
const cards = 4;

/** Milliseconds until what was not done is asked for again. */
const pause = 100;

/** Keeps people busy: they sign in, make cards, edit them and look around, and begin anew as somebody else. */
export function startLoad(origins: readonly string[], inbox: Inbox): Load {
  const book: Book = { answers: [], sessions: new Map(), mails: [] };
  const stopping = new AbortController();
  const { signal } = stopping;
  let asked = 0;

  /** Asks one of the instances, by turns; gives the body of a success, undefined for all else. */
  const ask = async (
    kind: Kind,
    path: string,
    question: Question = {},
  ): Promise<unknown> => {
    asked += 1;
    const origin = origins[asked % origins.length] ?? '';
    const answer = await fetchJson(`${origin}/api/v1${path}`, question).catch(
      () => undefined,
    );
    const { status = 0, body } = answer ?? {};
    const { reason = '' } = Refused.safeParse(body).data ?? {};
    book.answers.push({ kind, at: Date.now(), status, reason });
    if (status !== 200) await sleep(pause);
    return status === 200 ? body : undefined;
  };

  /** Asks until it is done, or the load stops. */
  const insist = async (
    kind: Kind,
    path: string,
    question?: Question,
  ): Promise<unknown> => {
    let body: unknown;
    while (body === undefined && !signal.aborted) {
      body = await ask(kind, path, question);
    }
    return body;
  };

  /** Whoever lost the answer of a sign-in asks for another mail. */
  const signIn = async (email: string): Promise<string | undefined> => {
    for (let mails = 0; !signal.aborted; mails += 1) {
      await insist('send-code', '/auth/send-code', { json: { email } });
      if (signal.aborted) return undefined;
      const promisedAt = Date.now();
      const { subject } = await inbox.next(email, mails);
      book.mails.push({ promisedAt, cameAt: Date.now() });
      const otp = subject.split(' ')[0];
      const body = await ask('verify-code', '/auth/verify-code', {
        json: { email, otp },
      });
      if (body !== undefined) return SignedIn.parse(body).data.token;
    }
    return undefined;
  };

  const live = async (name: string): Promise<void> => {
    const token = await signIn(`${name}@example.com`);
    if (token === undefined) return;
    const made = new Map<string, string | null>();
    book.sessions.set(token, made);
    for (let card = 0; card < cards && !signal.aborted; card += 1) {
      const username = `${name}-${card}`;
      const creating = { token, json: { username, referral: '' } };
      const created = await ask('create', '/profiles', creating);
      if (created === undefined) continue;
      made.set(username, null);
      const about = `edited ${asked}`;
      const editing = { method: 'PATCH', token, json: { about } };
      const path = `/profiles/${username}/socials`;
      if ((await insist('update', path, editing)) !== undefined)
        made.set(username, about);
      await ask('list', '/profiles?limit=20', { token });
      await ask('me', '/users/me', { token });
    }
  };

  const working = Array.from({ length: people }, async (_, person) => {
    for (let life = 0; !signal.aborted; life += 1) {
      await live(`p${person}-${life}`);
    }
  });
  return {
    book,
    stop: async () => {
      stopping.abort();
      await Promise.all(working);
    },
  };
}
