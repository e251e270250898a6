import { fixedHashes } from '@namecard/router/testing';
import { hour } from './time.ts';

/** A model of the token buckets that turns pay. It does not use the database. */

/** Keyed hashes of an IP address, its network and its allocation. */
export type Source = { ip: string; network: string; allocation: string };

/** `isMailed`: a mail to a stranger left by it. */
type Paid = Source & { id: string; address: string; isMailed: boolean; at: number };

/** Few, so that histories use up the whole budget. */
export const mailsPerHour = 30;

const rates = {
  mails_to_unknown: { perHour: mailsPerHour, saved: Math.min(mailsPerHour, 200) },
  mails_of_ip: { perHour: 60, saved: 100 },
  mails_of_network: { perHour: 120, saved: 200 },
};

type Bucket = { name: keyof typeof rates; source: string };

/** A bucket that is not full, and when it will be. */
export type Used = Bucket & { fullAt: number };

const keyOf = ({ name, source }: Bucket) => `${name} ${source}`;

const sourcesOf = ({ ip, network }: Source): Bucket[] => [
  { name: 'mails_of_ip', source: ip },
  { name: 'mails_of_network', source: network },
];

const ofAll: Bucket = { name: 'mails_to_unknown', source: '' };

const bucketsOf = (turn: Paid): Bucket[] => [
  ...(turn.isMailed ? [ofAll] : []),
  ...sourcesOf(turn),
];

const stepOf = ({ name }: Bucket) => hour / rates[name].perHour;

/**
 * Used before a history begins: an IP address and a network have one mail left,
 * all together have a few.
 */
export const usedBefore: Used[] = [
  { ...ofAll, fullAt: (mailsPerHour - 4) * stepOf(ofAll) },
  {
    name: 'mails_of_ip',
    source: fixedHashes.of('mails', '192.0.2.1/32'),
    fullAt: 99 * (hour / 60),
  },
  {
    name: 'mails_of_network',
    source: fixedHashes.of('mails', '192.0.2.0/24'),
    fullAt: 199 * (hour / 120),
  },
];

export class Brake {
  readonly #used = new Map(usedBefore.map((used) => [keyOf(used), used]));
  #paid: Paid[] = [];

  #fullAt(bucket: Bucket): number {
    return this.#used.get(keyOf(bucket))?.fullAt ?? 0;
  }

  #hasToken(bucket: Bucket, now: number): boolean {
    const { saved } = rates[bucket.name];
    return (
      Math.max(this.#fullAt(bucket), now) + stepOf(bucket) <= now + saved * stepOf(bucket)
    );
  }

  hasTokenOfAll = (now: number): boolean => this.#hasToken(ofAll, now);

  hasTokens = (source: Source, now: number): boolean =>
    sourcesOf(source).every((bucket) => this.#hasToken(bucket, now));

  /** A level's unproven payments of the last hour. */
  paidOf = (source: Source, level: keyof Source, now: number): number =>
    this.#paid.filter((one) => one[level] === source[level] && one.at > now - hour)
      .length;

  pay(turn: Paid): void {
    this.#paid.push(turn);
    for (const bucket of bucketsOf(turn)) {
      const fullAt = Math.max(this.#fullAt(bucket), turn.at) + stepOf(bucket);
      this.#used.set(keyOf(bucket), { ...bucket, fullAt });
    }
  }

  /** A code signed the address in. Returns the number of turns that this proves. */
  giveBack(address: string): number {
    const proven = this.#paid.filter((turn) => turn.address === address);
    this.#paid = this.#paid.filter((turn) => turn.address !== address);
    for (const bucket of proven.flatMap(bucketsOf)) {
      this.#used.set(keyOf(bucket), {
        ...bucket,
        fullAt: this.#fullAt(bucket) - stepOf(bucket),
      });
    }
    return proven.length;
  }

  usedAt = (now: number): Used[] =>
    [...this.#used.values()].filter(({ fullAt }) => fullAt > now);

  paidLately = (now: number): Paid[] => this.#paid.filter(({ at }) => at > now - hour);
}
