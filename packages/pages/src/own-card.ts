import { AppError, usernameKey } from '@namecard/router';
import type { Hidden } from './hidden-notice.ts';
import type { Profile } from './api.ts';
import type { Visit } from './visit.ts';

/** The limit of one call. */
const largestPage = 100;

/**
 * A member's card. `notice` says why it is hidden, if an event says so. `isPublic`: people
 * without an account may read it.
 */
export type Own = Hidden & { own: Profile; isPublic: boolean };

/** The member's cards, the newest first. */
export async function readOwnPage(
  { api, publicProfiles }: Visit,
  page: number,
  limit: number,
): Promise<Own[]> {
  const { data } = await api.profiles.mine({ page, limit });
  return data.profiles.map((own) => ({
    own,
    notice: data.notices.find(({ username }) => username === own.username),
    isWaiting: data.waiting.includes(own.username),
    isPublic: publicProfiles && !data.membersOnly.includes(own.username),
  }));
}

/** Reads all the member's cards: `profiles.read` would find others' cards too. */
export async function readOwn(visit: Visit, username: string): Promise<Own> {
  const key = usernameKey(username);
  for (let page = 1; ; page += 1) {
    const cards = await readOwnPage(visit, page, largestPage);
    const found = cards.find(({ own }) => usernameKey(own.username) === key);
    if (found) return found;
    if (cards.length < largestPage) {
      throw new AppError('NOT_FOUND', 'PROFILE_NOT_FOUND', 'There is no such card.');
    }
  }
}
