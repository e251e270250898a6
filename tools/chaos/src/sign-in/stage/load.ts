import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, sendCode, verifyCode, type Answer } from './ask.ts';
import { freshEmail } from './people.ts';
import { byTurns } from './stage.ts';

/** What a user was told is done, so that it has to be there ever after. */
export type Acknowledged = {
  token: string;
  profiles: string[];
  /** Addresses that were promised a mail. */
  mails: string[];
  /** The number last written to the user, and the last that was tried. */
  written: number;
  tried: number;
};

export type Tally = {
  /** How often each status came; `unanswered` is a request without an answer. */
  statuses: Record<string, number>;
  /** Answers of 503 without a `Retry-After`. */
  withoutRetryAfter: number;
};

export type Load = {
  tally: Tally;
  acknowledged: Acknowledged[];
  /** Ends it once every request under way is answered. */
  stop(): Promise<void>;
};

/** Puts an answer on record, and tells whether it was a success. */
async function note(tally: Tally, answering: Promise<Answer>): Promise<boolean> {
  const answer = await answering.catch(() => undefined);
  const status = answer?.status ?? 'unanswered';
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  if (answer?.status === 503 && !/^\d+$/.test(answer.headers['retry-after'] ?? '')) {
    tally.withoutRetryAfter += 1;
  }
  return answer?.status === 200;
}

/** Two writes and a read of the user's. */
async function write(tally: Tally, origin: string, mine: Acknowledged): Promise<void> {
  const api = `${origin}/api/v1`;
  const { token } = mine;
  const username = `load-${randomBytes(8).toString('hex')}`;
  if (await note(tally, ask(`${api}/profiles`, { token, json: { username, referral: '' } }))) {
    mine.profiles.push(username);
  }
  mine.tried += 1;
  const number = mine.tried;
  const change = { method: 'PATCH', token, json: { worldId: String(number) } };
  if (await note(tally, ask(`${api}/users/me`, change))) {
    mine.written = number;
  }
  await note(tally, ask(`${api}/profiles?limit=5`, { token }));
}

/** A stranger's request for a mail, which is a transaction, and a guess that is refused. */
async function askForMail(tally: Tally, origin: string, mine: Acknowledged): Promise<void> {
  const email = freshEmail('load');
  if (await note(tally, sendCode(origin, email))) {
    mine.mails.push(email);
  }
  await note(tally, verifyCode(origin, email, '000000'));
}

/** Lets each user act, one request after another, at their own one of the instances, until it is stopped. */
export function startLoad(origins: [string, string], tokens: string[]): Load {
  const tally: Tally = { statuses: {}, withoutRetryAfter: 0 };
  const stopping = new AbortController();
  const acknowledged = tokens.map((token): Acknowledged => ({
    token,
    profiles: [],
    mails: [],
    written: 0,
    tried: 0,
  }));
  const running = acknowledged.map(async (mine, index) => {
    while (!stopping.signal.aborted) {
      await write(tally, byTurns(origins, index), mine);
      await askForMail(tally, byTurns(origins, index), mine);
      // Without a database refusals come at once: this keeps them from crowding out all else.
      await sleep(20);
    }
  });
  return {
    tally,
    acknowledged,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
