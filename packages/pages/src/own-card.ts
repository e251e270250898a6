import { AppError, usernameKey } from '@namecard/router';
import type { Hidden } from './hidden-notice.ts';
import type { Profile } from './profile.ts';
import type { Visit } from './visit.ts';

/** The limit of one call. */
const largestPage = 100;

/**
 * A member's card. `notice` says why it is hidden, if an event says so. `isPublic`: people
 * without an account may read it.
 */
export type Own = Hidden & { own: Profile; isPublic: boolean };

/** Reads all the member's cards: `profiles.read` would find others' cards too. */
export async function readOwn(
  { api, publicProfiles }: Visit,
  username: string,
): Promise<Own> {
  const key = usernameKey(username);
  for (let page = 1; ; page += 1) {
    const { data } = await api.profiles.mine({ page, limit: largestPage });
    const own = data.profiles.find((profile) => usernameKey(profile.username) === key);
    if (own) {
      const notice = data.notices.find((one) => one.username === own.username);
      return {
        own,
        notice,
        isWaiting: data.waiting.includes(own.username),
        isPublic: publicProfiles && !data.membersOnly.includes(own.username),
      };
    }
    if (data.profiles.length < largestPage) {
      throw new AppError('NOT_FOUND', 'PROFILE_NOT_FOUND', 'There is no such card.');
    }
  }
}
