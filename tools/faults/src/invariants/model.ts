import { clockHour, day, hour, minute } from './time.ts';

/**
 * The rules as pure functions over the history so far. They don't use the
 * database.
 */

export type Challenge = {
  id: string;
  begunAt: number;
  mails: number;
  short: string;
  long: string;
};

type Account = { spelling: string; suspended: boolean };

export type Person = {
  /** In lower case. */
  address: string;
  /** Challenges that were neither ended nor removed, newest first. */
  challenges: Challenge[];
  /** Challenges ended by a success. Their codes are dead. */
  ended: Challenge[];
  /** When wrong short codes were compared. */
  wrongAt: number[];
  /** The mail held by the brake, and when it was first requested. */
  held: { challengeId: string; since: number } | undefined;
  /** When mails were queued or released since the last success. */
  mailedAt: number[];
  account: Account | undefined;
};

export const newPerson = (address: string): Person => ({
  address,
  challenges: [],
  ended: [],
  wrongAt: [],
  held: undefined,
  mailedAt: [],
  account: undefined,
});

export const wrongPerAddress = 5;
export const mailsPerChallenge = 3;

/**
 * Below the service's defaults, so that histories reach them. One address can't
 * reach the day's limit alone.
 */
export const wrongPerDay = 6;
export const wrongPerIp = 4;

/** A wrong short code counted for its source. */
export type WrongFrom = { ip: string; at: number };

const networkOf = (ip: string) => ip.slice(0, ip.lastIndexOf('.'));

/** How many more wrong short codes from this source are compared. */
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

/** The most of these sorted times within any 24 hours. */
export function mostInADay(times: readonly number[]): number {
  const counts = times.map(
    (from) => times.filter((at) => at >= from && at < from + day).length,
  );
  return Math.max(0, ...counts);
}

export const standing = ({ wrongAt }: Person, now: number) =>
  wrongAt.filter((at) => at > now - day).length;

/** Whether the wrong codes of 24 hours have blocked short codes. */
export const areShortCodesClosed = (people: readonly Person[], now: number) =>
  wrongToday(people, now) >= wrongPerDay;

/** Wrong codes of this clock hour and the 24 before it. */
const wrongToday = (people: readonly Person[], now: number) =>
  people
    .flatMap(({ wrongAt }) => wrongAt)
    .filter((at) => clockHour(at) >= clockHour(now) - 24).length;

export const isShortAlive = ({ begunAt }: Challenge, now: number) =>
  now - begunAt < 10 * minute;
const isLongAlive = ({ begunAt }: Challenge, now: number) => now - begunAt < 60 * minute;

/** Whether a guess that looks like a short code is compared. */
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
 * The effect of asking: mails the newest challenge's codes again, mails a new
 * challenge's codes, or nothing. Challenges without a released mail don't count.
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

/**
 * The challenge for a new mail: a new one that was never mailed, unless the mail
 * is not held.
 */
export const unmailedOf = ({ challenges, account }: Person, now: number) =>
  challenges.find(
    ({ begunAt, mails }) =>
      account === undefined && mails === 0 && now - begunAt < 5 * minute,
  );

/** Whether a held mail may leave: its long code lives for at least 30 minutes. */
const isInTimeHeld = ({ begunAt }: Challenge, now: number) =>
  now - begunAt <= 30 * minute;

/**
 * The worker drops a held mail that is too late, and a challenge without released
 * mails.
 */
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

/**
 * A mail shows its short code while that is accepted and lives for at least two
 * minutes.
 */
export const mailShowsShort = (
  person: Person,
  challenge: Challenge,
  now: number,
  closed: boolean,
) =>
  now - challenge.begunAt < 8 * minute &&
  !closed &&
  standing(person, now) < wrongPerAddress;

/** A mail leaves while its long code lives for at least two minutes. */
export const isMailable = ({ begunAt }: Challenge, now: number) =>
  now - begunAt < 58 * minute;

/** After a success there is no challenge and no counted mail. */
export function succeed(person: Person): void {
  person.ended.push(...person.challenges);
  person.challenges = [];
  person.held = undefined;
  person.mailedAt = [];
}
