import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import { lifelikeProfile, seededNumbers, type LifelikeProfile } from './lifelike.ts';

export type SeedPlan = {
  users: number;
  profiles: number;
  sessions: number;
  seed: number;
};

/** The first sign-up. Each of the others is a minute later. */
const beginning = Date.UTC(2024, 0, 1);
const minute = 60_000;

export type SeededUser = {
  id: string;
  email: string;
  profileCount: number;
  createdAt: string;
};

export type SeededProfile = LifelikeProfile & {
  id: string;
  ownerId: string;
  createdAt: string;
};

export type SeededSession = {
  id: string;
  userId: string;
  token: string;
  tokenHash: Buffer;
};

/** Bytes computed from the seed, their purpose and a number. */
const bytesFor = (seed: number, kind: string, number: number) =>
  createHash('sha256').update(`${seed} ${kind} ${number}`).digest();

/** People computed from a seed and their number, always the same. */
export function seededPeople({ users, profiles, seed }: SeedPlan) {
  const moment = (number: number) => beginning + number * minute;
  const idOf = (kind: string, number: number) =>
    v7({
      msecs: moment(number),
      random: bytesFor(seed, kind, number).subarray(0, 16),
      seq: 0,
    });
  const userId = (number: number) => idOf('user', number);
  const ownerOf = (number: number) => ((number - 1) % users) + 1;

  return {
    user: (number: number): SeededUser => ({
      id: userId(number),
      email: `person${number}@example.com`,
      profileCount: Math.floor(profiles / users) + (number <= profiles % users ? 1 : 0),
      createdAt: new Date(moment(number)).toISOString(),
    }),
    profile: (number: number): SeededProfile => ({
      ...lifelikeProfile(number, seededNumbers(seed + number * 7_919)),
      id: idOf('profile', number),
      ownerId: userId(ownerOf(number)),
      createdAt: new Date(moment(number)).toISOString(),
    }),
    session: (number: number): SeededSession => {
      const token = `nc_${bytesFor(seed, 'token', number).toString('base64url')}`;
      return {
        id: idOf('session', number),
        userId: userId(number),
        token,
        tokenHash: createHash('sha256').update(token).digest(),
      };
    },
  };
}
