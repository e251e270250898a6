import type { EventReason as ModerationReason } from '@namecard/db';
import type { z } from 'zod';
import { type Actor, lockModerator } from '../../access/service.ts';
import { type ActionResults, RowResult } from '../../audit/schemas.ts';
import { type NewEvent, recordAction } from '../../audit/service.ts';
import type { Deps, EntityManager } from '../../context.ts';
import { profileNotFound } from '../../profiles/errors.ts';
import { findProfile } from '../../profiles/queries.ts';
import type { ProfileName } from '../../profiles/schemas.ts';
import { profileView } from '../../profiles/view.ts';
import { isUsername, usernameKey } from '../../text.ts';
import { inSnapshot, inTransaction } from '../../transaction.ts';
import { rejection } from './errors.ts';
import {
  countRelatives,
  findId,
  listOfOwner,
  loadModerated,
  type LockedProfile,
  lockProfiles,
  newestEvents,
  setHidden,
} from './queries.ts';
import { moderatedView, ownedView } from './view.ts';
import type * as schemas from './schemas.ts';

/** One profile with its owner, the owner's others and how many it referred. Gives `PROFILE_NOT_FOUND`. */
export async function inspectProfile(deps: Deps, { username }: z.infer<typeof ProfileName>) {
  return inSnapshot(deps, async ({ reader }) => {
    const id = isUsername(username) ? await findId(reader, usernameKey(username)) : undefined;
    const [row] = id === undefined ? [] : await loadModerated(reader, [id]);
    if (!row) {
      throw profileNotFound();
    }
    const { siblings, referred } = await countRelatives(reader, row.owner_id, row.id);
    const others = await listOfOwner(reader, row.owner_id, row.id);
    return {
      data: {
        profile: moderatedView(row),
        siblings: others.map(ownedView),
        siblingCount: siblings,
        referredCount: referred,
      },
    };
  });
}

type Input<
  Name extends 'HideProfileInput' | 'RestoreProfileInput' | 'HideManyInput' | 'RestoreManyInput',
> = z.infer<(typeof schemas)[Name]>;

/** What is done, and why. */
type ProfileAction = {
  hidden: boolean;
  reason: ModerationReason | null;
  note?: string | null | undefined;
  privateNote?: string | null | undefined;
};

type Notes = Pick<ProfileAction, 'note' | 'privateNote'>;

const hiding = ({
  reason,
  note,
  privateNote,
}: Notes & { reason: ModerationReason }): ProfileAction => ({
  hidden: true,
  reason,
  note,
  privateNote,
});

const showing = ({ note, privateNote }: Notes): ProfileAction => ({
  hidden: false,
  reason: null,
  note,
  privateNote,
});

function eventOf(
  profile: LockedProfile,
  { hidden, reason, note, privateNote }: ProfileAction,
): NewEvent {
  return {
    type: hidden ? 'profile.hidden' : 'profile.restored',
    userId: profile.owner_id,
    profileId: profile.id,
    username: profile.username,
    reason,
    note,
    privateNote,
    before: { hidden: !hidden },
    after: { hidden },
  };
}

/** Does it to locked profiles and records it; returns the action's id. */
async function carryOut(
  deps: Deps,
  actor: Actor,
  profiles: readonly LockedProfile[],
  action: ProfileAction,
): Promise<string> {
  await setHidden(
    deps.em,
    profiles.map(({ id }) => id),
    action.hidden,
  );
  const events = profiles.map((profile) => eventOf(profile, action));
  return recordAction(deps, actor, events);
}

/** Locks the actor first: what they may do is settled before anything else waits. */
export async function lockForAction(deps: Deps, actor: Actor, ids: readonly string[]) {
  await lockModerator(deps, actor);
  return lockProfiles(deps.em, ids);
}

/** One profile by its name, whatever was seen of it; doing it again changes nothing and is not recorded. */
async function moderateOne(deps: Deps, actor: Actor, username: string, action: ProfileAction) {
  const key = usernameKey(username);
  const row = await inTransaction(deps, async (inner) => {
    const id = isUsername(username) ? await findId(inner.em, key) : undefined;
    const [profile] = id === undefined ? [] : await lockForAction(inner, actor, [id]);
    if (profile && profile.hidden !== action.hidden) {
      await carryOut(inner, actor, [profile], action);
    }
    return profile && findProfile(inner.em, key);
  });
  if (!row) {
    throw profileNotFound();
  }
  return { data: { profile: profileView(row) } };
}

/** Hides a profile from all but its owner and the moderators. Gives `PROFILE_NOT_FOUND`. */
export const hideProfile = async (deps: Deps, actor: Actor, input: Input<'HideProfileInput'>) =>
  moderateOne(deps, actor, input.username, hiding(input));

/** Shows a hidden profile again. Gives `PROFILE_NOT_FOUND`. */
export const restoreProfile = async (
  deps: Deps,
  actor: Actor,
  input: Input<'RestoreProfileInput'>,
) => moderateOne(deps, actor, input.username, showing(input));

type Seen = { id: string; revision: number };

/** A result for each profile, in the order asked. */
async function resultsOf(
  em: EntityManager,
  seen: readonly Seen[],
  locked: ReadonlyMap<string, LockedProfile>,
  done: ReadonlySet<string>,
  hidden: boolean,
): Promise<RowResult[]> {
  const left = seen.flatMap(({ id }) => (done.has(id) ? [] : [id]));
  const events = left.length > 0 ? await newestEvents(em, left) : [];
  const newest = new Map(events.map((event) => [event.profile_id, event]));
  return seen.map(({ id }) =>
    done.has(id)
      ? { id, label: locked.get(id)?.username ?? null, outcome: 'done' }
      : rejection(id, locked.get(id), newest.get(id), hidden),
  );
}

/** Does it to those that are still as they were seen, and says of each of the others why not. */
async function moderateMany(
  deps: Deps,
  actor: Actor,
  seen: readonly Seen[],
  action: ProfileAction,
): Promise<z.infer<typeof ActionResults>> {
  return inTransaction(deps, async (inner) => {
    const rows = await lockForAction(
      inner,
      actor,
      seen.map(({ id }) => id),
    );
    const locked = new Map(rows.map((row) => [row.id, row]));
    const revisions = new Map(seen.map(({ id, revision }) => [id, revision]));
    const unchanged = rows.filter(
      ({ id, hidden, revision }) =>
        hidden !== action.hidden && revisions.get(id) === Number(revision),
    );
    const done = new Set(unchanged.map(({ id }) => id));
    // Read before the rows are written: what is said of those that are left does not depend on it.
    const results = await resultsOf(inner.em, seen, locked, done, action.hidden);
    const id = unchanged.length > 0 ? await carryOut(inner, actor, unchanged, action) : null;
    return { data: { action: id, results } };
  });
}

/** Hides up to a hundred profiles that are still as they were seen; of the others it says why they were not. */
export const hideMany = async (deps: Deps, actor: Actor, input: Input<'HideManyInput'>) =>
  moderateMany(deps, actor, input.profiles, hiding(input));

/** Shows up to a hundred hidden profiles again that are still as they were seen; of the others it says why not. */
export const restoreMany = async (deps: Deps, actor: Actor, input: Input<'RestoreManyInput'>) =>
  moderateMany(deps, actor, input.profiles, showing(input));
