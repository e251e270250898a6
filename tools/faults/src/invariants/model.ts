import { clockHour, day, hour, minute } from './time.ts';

/** What has to hold, as a few pure functions over what has happened so far. Nothing here knows the database. */

export type Challenge = {
  id: string;
  begunAt: number;
  mails: number;
  short: string;
  long: string;
};

type Account = { spelling: string; suspended: boolean; tokens: string[] };

export type Person = {
  /** In lower case. */
  address: string;
  /** Those that neither a success has ended nor a sweep removed, the newest first. */
  challenges: Challenge[];
  /** Those that a success has ended: their codes are dead. */
  ended: Challenge[];
  /** When wrong short codes were compared. */
  wrongAt: number[];
  /** The mail that waits for the brake, and when it was first asked for. */
  held: { challengeId: string; since: number } | undefined;
  /** When mails were queued or, where they were held, let go, since the last success. */
  mailedAt: number[];
  requestedAt: number | undefined;
  account: Account | undefined;
};

export const newPerson = (address: string): Person => ({
  address,
  challenges: [],
  ended: [],
  wrongAt: [],
  held: undefined,
  mailedAt: [],
  requestedAt: undefined,
  account: undefined,
});

export const wrongPerAddress = 5;
export const mailsPerChallenge = 3;

/** Fewer than the service's defaults, so that histories reach them; more in a day than one address can be given. */
export const wrongPerDay = 6;
export const wrongPerIp = 4;

/** A wrong short code that was counted for where it came from. */
export type WrongFrom = { ip: string; at: number };

const networkOf = (ip: string) => ip.slice(0, ip.lastIndexOf('.'));

/** How many more wrong short codes are counted and compared from there. */
export function leftFrom(wrong: readonly WrongFrom[], ip: string, now: number): number {
  const own = wrong.filter((one) => one.ip === ip);
  const network = wrong.filter((one) => networkOf(one.ip) === networkOf(ip));
  const since = (all: readonly WrongFrom[], span: number) =>
    all.filter(({ at }) => at > now - span).length;
  return Math.min(
    wrongPerIp - since(own, hour),
    2 * wrongPerIp - since(own, day),
    3 * wrongPerIp - since(network, hour),
    6 * wrongPerIp - since(network, day),
  );
}

/** The most times, sorted, that lie within 24 hours of one another. */
export function mostInADay(times: readonly number[]): number {
  const counts = times.map(
    (from) => times.filter((at) => at >= from && at < from + day).length,
  );
  return Math.max(0, ...counts);
}

export const standing = ({ wrongAt }: Person, now: number) =>
  wrongAt.filter((at) => at > now - day).length;

/** Whether the wrong codes of the last 24 hours, over everybody, have closed short codes. */
export const areShortCodesClosed = (people: readonly Person[], now: number) =>
  wrongToday(people, now) >= wrongPerDay;

/** Those of this clock hour and the 24 before it. */
export const wrongToday = (people: readonly Person[], now: number) =>
  people
    .flatMap(({ wrongAt }) => wrongAt)
    .filter((at) => clockHour(at) >= clockHour(now) - 24).length;

export const isShortAlive = ({ begunAt }: Challenge, now: number) =>
  now - begunAt < 10 * minute;
export const isLongAlive = ({ begunAt }: Challenge, now: number) =>
  now - begunAt < 60 * minute;

/** Whether a guess in the shape of a short code is compared with anything. */
export function comparesShort(person: Person, now: number, closed: boolean): boolean {
  const isAlive = person.challenges.some((challenge) => isShortAlive(challenge, now));
  return isAlive && !closed && standing(person, now) < wrongPerAddress;
}

export function acceptsShort(
  person: Person,
  code: string,
  now: number,
  closed: boolean,
): boolean {
  return (
    comparesShort(person, now, closed) &&
    person.challenges.some(
      (challenge) => isShortAlive(challenge, now) && challenge.short === code,
    )
  );
}

export const acceptsLong = (person: Person, code: string, now: number) =>
  person.challenges.some(
    (challenge) => isLongAlive(challenge, now) && challenge.long === code,
  );

/**
 * What asking does: mails the newest challenge's codes again, mails those of a fresh one, or nothing. A challenge none of whose mails
 * was let go counts for nobody.
 */
export function asking(
  { challenges }: Person,
  now: number,
): 'again' | 'fresh' | 'nothing' {
  const recent = challenges.filter(
    ({ begunAt, mails }) => begunAt > now - day && mails > 0,
  );
  const [newest] = recent;
  if (!newest) {
    return 'fresh';
  }
  const mailed = recent.reduce((sum, { mails }) => sum + mails, 0);
  const age = now - newest.begunAt;
  if (mailed < 9 && age < 5 * minute) {
    return newest.mails < mailsPerChallenge ? 'again' : 'nothing';
  }
  return age >= (mailed < 9 ? 5 : 30) * minute ? 'fresh' : 'nothing';
}

/** The challenge that a fresh mail takes: one that was never mailed and is new, unless the mail is not held. */
export const unmailedOf = ({ challenges, account }: Person, now: number) =>
  challenges.find(
    ({ begunAt, mails }) =>
      account === undefined && mails === 0 && now - begunAt < 5 * minute,
  );

/** Whether a held mail may leave: its long code has 30 minutes or more to live. */
const isInTimeHeld = ({ begunAt }: Challenge, now: number) =>
  now - begunAt <= 30 * minute;

/** What the worker drops: a held mail that is too late, and its challenge where none of its mails was let go. */
export function dropLate(person: Person, now: number): boolean {
  const { held } = person;
  const challenge = person.challenges.find(({ id }) => id === held?.challengeId);
  if (!held || !challenge || isInTimeHeld(challenge, now)) {
    return false;
  }
  person.held = undefined;
  person.challenges = person.challenges.filter(
    (one) => one !== challenge || one.mails > 0,
  );
  return true;
}

/** A mail shows its short code while it is accepted and has two minutes or more to live. */
export const mailShowsShort = (
  person: Person,
  challenge: Challenge,
  now: number,
  closed: boolean,
) =>
  now - challenge.begunAt < 8 * minute &&
  !closed &&
  standing(person, now) < wrongPerAddress;

/** A mail leaves while its long code has two minutes or more to live. */
export const isMailable = ({ begunAt }: Challenge, now: number) =>
  now - begunAt < 58 * minute;

/** What a success leaves: no challenge, and no mail to count. */
export function succeed(person: Person): void {
  person.ended.push(...person.challenges);
  person.challenges = [];
  person.held = undefined;
  person.mailedAt = [];
}
