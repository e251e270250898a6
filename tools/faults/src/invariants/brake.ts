import { fixedHashes } from '@namecard/router/testing';
import { hour } from './time.ts';

/**
 * A model of the token buckets for mail to strangers. It does not use the
 * database.
 */

/** Keyed hashes of an IP address, its network and its allocation. */
export type Source = { ip: string; network: string; allocation: string };

type Released = Source & { mailId: string; challengeId: string; at: number };

/** Few, so that histories use up the whole budget. */
export const mailsPerHour = 30;

const rates = {
  mails_to_unknown: { perHour: mailsPerHour, saved: Math.min(mailsPerHour, 200) },
  mails_of_ip: { perHour: 60, saved: 100 },
  mails_of_network: { perHour: 120, saved: 200 },
  mails_of_allocation: { perHour: 1_920, saved: 3_200 },
};

type Bucket = { name: keyof typeof rates; source: string };

/** A bucket that is not full, and when it will be. */
export type Used = Bucket & { fullAt: number };

const keyOf = ({ name, source }: Bucket) => `${name} ${source}`;

const bucketsOf = ({ ip, network, allocation }: Source): Bucket[] => [
  { name: 'mails_of_ip', source: ip },
  { name: 'mails_of_network', source: network },
  { name: 'mails_of_allocation', source: allocation },
];

const ofAll: Bucket = { name: 'mails_to_unknown', source: '' };

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
  #released: Released[] = [];

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
    bucketsOf(source).every((bucket) => this.#hasToken(bucket, now));

  /** A level's unproven mails of the last hour. */
  mailsOf = (source: Source, level: keyof Source, now: number): number =>
    this.#released.filter((one) => one[level] === source[level] && one.at > now - hour)
      .length;

  release(mail: Released): void {
    this.#released.push(mail);
    for (const bucket of [ofAll, ...bucketsOf(mail)]) {
      const fullAt = Math.max(this.#fullAt(bucket), mail.at) + stepOf(bucket);
      this.#used.set(keyOf(bucket), { ...bucket, fullAt });
    }
  }

  /**
   * A code of the challenge signed somebody in. Returns the number of mails that
   * this proves.
   */
  giveBack(challengeId: string): number {
    const proven = this.#released.filter((mail) => mail.challengeId === challengeId);
    this.#released = this.#released.filter((mail) => mail.challengeId !== challengeId);
    for (const bucket of proven.flatMap((mail) => [ofAll, ...bucketsOf(mail)])) {
      this.#used.set(keyOf(bucket), {
        ...bucket,
        fullAt: this.#fullAt(bucket) - stepOf(bucket),
      });
    }
    return proven.length;
  }

  usedAt = (now: number): Used[] =>
    [...this.#used.values()].filter(({ fullAt }) => fullAt > now);

  releasedLately = (now: number): Released[] =>
    this.#released.filter(({ at }) => at > now - hour);
}
