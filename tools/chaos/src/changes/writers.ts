import { setTimeout as sleep } from 'node:timers/promises';
import { fetchJson, type Question } from '@namecard/testing';

/** What was acknowledged, by what it does to a user or a profile. */
export type Acknowledged = Record<'created' | 'updated' | 'deleted', number>;

export type Writing = {
  acknowledged: Acknowledged;
  count(): number;
  /** Resolves once so many changes have been acknowledged. */
  until(count: number): Promise<void>;
  /** Resolves once all have. */
  done: Promise<unknown>;
};

const pick = <Item>(items: readonly Item[]) =>
  items[Math.floor(Math.random() * items.length)];

/** Has each token's user make, edit and delete profiles, and edit themselves, until there are so many changes in all. */
export function startWriting(
  origins: readonly string[],
  tokens: readonly string[],
  changes: number,
): Writing {
  const acknowledged: Acknowledged = { created: 0, updated: 0, deleted: 0 };
  const count = () => acknowledged.created + acknowledged.updated + acknowledged.deleted;

  /** Asks an instance, and counts what it says it has done; what was lost on the way is not asked for again. */
  const ask = async (as: keyof Acknowledged, path: string, question: Question) => {
    const url = `${pick(origins) ?? ''}/api/v1${path}`;
    const answer = await fetchJson(url, question).catch(() => undefined);
    if (answer?.status !== 200) {
      await sleep(50);
      return false;
    }
    acknowledged[as] += 1;
    return true;
  };

  const write = async (token: string, writer: number) => {
    const own: string[] = [];
    for (let turn = 0; count() < changes; turn += 1) {
      const chance = Math.random();
      const username = pick(own);
      const value = `${writer}-${turn}`;
      if (username === undefined || chance < 0.2) {
        const json = { username: `w${value}`, referral: '' };
        if (await ask('created', '/profiles', { token, json })) own.push(json.username);
      } else if (chance < 0.8) {
        const json = { about: value };
        await ask('updated', `/profiles/${username}/socials`, {
          method: 'PATCH',
          token,
          json,
        });
      } else if (chance < 0.9) {
        await ask('updated', '/users/me', {
          method: 'PATCH',
          token,
          json: { worldId: value },
        });
      } else {
        // Whether it is gone or not, it is not written to any more.
        own.splice(own.indexOf(username), 1);
        await ask('deleted', `/profiles/${username}`, { method: 'DELETE', token });
      }
    }
  };
  return {
    acknowledged,
    count,
    until: async (most) => {
      while (count() < most) await sleep(10);
    },
    done: Promise.all(tokens.map(write)),
  };
}
