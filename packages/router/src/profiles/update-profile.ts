import { Profile, readInstant } from '@namecard/db';
import { socialNetworks } from '@namecard/look/socials';
import type { z } from 'zod';
import type { SignedInUser } from '../access/caller.ts';
import { countWrite, refuseBeyond, writesOf } from '../access/limit-writes.ts';
import type { Deps } from '../context.ts';
import { invalidField } from '../errors.ts';
import type { Nothing } from '../schemas.ts';
import { isUsername, usernameKey } from '../usernames.ts';
import { inTransaction } from '../transaction.ts';
import type { Input } from './input.ts';
import { wrongKinds } from './links.ts';
import type { ProfileRow } from './profiles.sql.ts';
import {
  findOwned,
  lockOwned,
  mergeSocials,
  type SocialsChange,
} from './update-profile.sql.ts';
import { profileView } from './view.ts';
import { editError } from './visibility.ts';

/** An empty text or link removes it. */
function changeOf({ socials = {}, about }: Input<'UpdateSocialsInput'>): SocialsChange {
  const named = socialNetworks.flatMap((network) => {
    const link = socials[network];
    return link === undefined ? [] : [{ network, link }];
  });
  return {
    set: Object.fromEntries(
      named.flatMap(({ network, link }) => (link ? [[network, link]] : [])),
    ),
    remove: named.flatMap(({ network, link }) => (link ? [] : [network])),
    about: about === '' ? null : about,
  };
}

const changesNothing = ({ set, remove, about }: SocialsChange) =>
  Object.keys(set).length === 0 && remove.length === 0 && about === undefined;

/** Writes to the actor's own profile. Throws the reason if that fails. */
async function writeOwned(
  deps: Deps,
  actor: SignedInUser,
  username: string,
  write: (key: string) => Promise<ProfileRow | undefined>,
): Promise<ProfileRow> {
  const row = isUsername(username) ? await write(usernameKey(username)) : undefined;
  if (!row) {
    await refuseBeyond(deps, actor.id);
    throw await editError(deps.em, actor, username);
  }
  return row;
}

/** Fails with `INPUT_INVALID`, `PROFILE_NOT_FOUND`, `NOT_OWNER`. */
export async function updateSocials(
  deps: Deps,
  actor: SignedInUser,
  input: Input<'UpdateSocialsInput'>,
) {
  const { em, random, settings } = deps;
  const wrong = wrongKinds(input.socials ?? {}, settings.socials);
  if (wrong !== undefined) throw invalidField('socials', wrong);
  const change = changeOf(input);
  const item = settings.review.has('changed') ? random.id() : null;
  const row = await writeOwned(deps, actor, input.username, (key) =>
    changesNothing(change)
      ? findOwned(em, { ownerId: actor.id, key })
      : mergeSocials(em, change, {
          key,
          ownerId: actor.id,
          item,
          ...writesOf(deps, actor.id),
        }),
  );
  return { data: { profile: profileView(row, deps.settings.socials) } };
}

/** Loads the actor's own profile, changes it and counts the write. */
const changeOwned = (
  deps: Deps,
  actor: SignedInUser,
  username: string,
  change: (profile: Profile, at: string) => void,
): Promise<ProfileRow> =>
  writeOwned(deps, actor, username, (key) =>
    inTransaction(deps, async (inner) => {
      const { em } = inner;
      const id = await lockOwned(em, actor.id, key);
      if (id === undefined) {
        return undefined;
      }
      const profile = await em.findOneOrFail(Profile, id);
      change(profile, await readInstant(em));
      await em.flush();
      await countWrite(inner, actor.id);
      return profile;
    }),
  );

/** Fails with `PROFILE_NOT_FOUND`, `NOT_OWNER`. */
export async function updateLocation(
  deps: Deps,
  actor: SignedInUser,
  { username, location }: Input<'UpdateLocationInput'>,
) {
  const row = await changeOwned(deps, actor, username, (profile, at) =>
    profile.moveTo(location, at),
  );
  return { data: { profile: profileView(row, deps.settings.socials) } };
}

/** Fails with `PROFILE_NOT_FOUND`, `NOT_OWNER`. */
export async function chooseReaders(
  deps: Deps,
  actor: SignedInUser,
  { username, readers }: Input<'ChooseReadersInput'>,
): Promise<z.infer<typeof Nothing>> {
  await changeOwned(deps, actor, username, (profile) => {
    profile.isPublic = readers === 'anybody';
  });
  return { data: null };
}
