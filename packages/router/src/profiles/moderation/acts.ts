import type { EventReason } from '@namecard/db';
import type { z } from 'zod';
import type { Actor } from '../../auth/sessions.ts';
import type { Deps, EntityManager } from '../../context.ts';
import { inTransaction } from '../../deadlocks.ts';
import { recordEvents, type NewEvent, type Origin } from '../../events/record.ts';
import type { ActResult, ActResults } from '../../events/results.ts';
import { isUsername, usernameKey } from '../../text.ts';
import { notFound } from '../not-found.ts';
import { findProfile } from '../queries.ts';
import { profileView } from '../view.ts';
import { lockProfiles, newestActs, setHidden } from './act-queries.ts';
import { findId } from './queries.ts';
import { explain, type LockedProfile } from './refusals.ts';
import type * as schemas from './schemas.ts';

type Input<
  Name extends 'HideProfileInput' | 'RestoreProfileInput' | 'HideManyInput' | 'RestoreManyInput',
> = z.infer<(typeof schemas)[Name]>;

/** What is done, and why. */
type Deed = {
  hidden: boolean;
  reason: EventReason | null;
  note?: string | null | undefined;
  privateNote?: string | null | undefined;
};

type Notes = Pick<Deed, 'note' | 'privateNote'>;

const hiding = ({ reason, note, privateNote }: Notes & { reason: EventReason }): Deed => ({
  hidden: true,
  reason,
  note,
  privateNote,
});

const showing = ({ note, privateNote }: Notes): Deed => ({
  hidden: false,
  reason: null,
  note,
  privateNote,
});

function eventOf(profile: LockedProfile, { hidden, reason, note, privateNote }: Deed): NewEvent {
  return {
    action: hidden ? 'profile.hidden' : 'profile.restored',
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

/** Does it to locked profiles and writes it down; returns the act's id. */
async function carryOut(
  deps: Deps,
  actor: Actor,
  origin: Origin,
  profiles: readonly LockedProfile[],
  deed: Deed,
): Promise<string> {
  await setHidden(
    deps.em,
    profiles.map(({ id }) => id),
    deed.hidden,
  );
  const events = profiles.map((profile) => eventOf(profile, deed));
  return recordEvents(deps, { actorId: actor.userId, origin }, events);
}

/** One profile by its name, whatever was seen of it; doing it again changes nothing and is not written down. */
async function moderateOne(deps: Deps, actor: Actor, origin: Origin, username: string, deed: Deed) {
  const key = usernameKey(username);
  const row = await inTransaction(deps.em, async (em) => {
    const id = isUsername(username) ? await findId(em, key) : undefined;
    const [profile] = id === undefined ? [] : await lockProfiles({ ...deps, em }, actor, [id]);
    if (profile && profile.hidden !== deed.hidden) {
      await carryOut({ ...deps, em }, actor, origin, [profile], deed);
    }
    return profile && findProfile(em, key);
  });
  if (!row) {
    throw notFound();
  }
  return { data: { profile: profileView(row) } };
}

/** Hides a profile from all but its owner and the moderators. Gives `PROFILE_NOT_FOUND`. */
export const hideProfile = async (
  deps: Deps,
  actor: Actor,
  origin: Origin,
  input: Input<'HideProfileInput'>,
) => moderateOne(deps, actor, origin, input.username, hiding(input));

/** Shows a hidden profile again. Gives `PROFILE_NOT_FOUND`. */
export const restoreProfile = async (
  deps: Deps,
  actor: Actor,
  origin: Origin,
  input: Input<'RestoreProfileInput'>,
) => moderateOne(deps, actor, origin, input.username, showing(input));

type Seen = { id: string; revision: string };

/** A result for each profile, in the order asked. */
async function resultsOf(
  em: EntityManager,
  seen: readonly Seen[],
  locked: ReadonlyMap<string, LockedProfile>,
  done: ReadonlySet<string>,
  hidden: boolean,
): Promise<ActResult[]> {
  const left = seen.flatMap(({ id }) => (done.has(id) ? [] : [id]));
  const acts = left.length > 0 ? await newestActs(em, left) : [];
  const newest = new Map(acts.map((act) => [act.profile_id, act]));
  return seen.map(({ id }) =>
    done.has(id)
      ? { id, label: locked.get(id)?.username ?? null, outcome: 'done' }
      : explain(id, locked.get(id), newest.get(id), hidden),
  );
}

/** Does it to those that are still as they were seen, and says of each of the others why not. */
async function moderateMany(
  deps: Deps,
  actor: Actor,
  origin: Origin,
  seen: readonly Seen[],
  deed: Deed,
): Promise<z.infer<typeof ActResults>> {
  return inTransaction(deps.em, async (em) => {
    const rows = await lockProfiles(
      { ...deps, em },
      actor,
      seen.map(({ id }) => id),
    );
    const locked = new Map(rows.map((row) => [row.id, row]));
    const revisions = new Map(seen.map(({ id, revision }) => [id, revision]));
    const unchanged = rows.filter(
      ({ id, hidden, revision }) => hidden !== deed.hidden && revisions.get(id) === revision,
    );
    const done = new Set(unchanged.map(({ id }) => id));
    // Read before the rows are written: what is told of those that are left does not depend on it.
    const results = await resultsOf(em, seen, locked, done, deed.hidden);
    const act =
      unchanged.length > 0 ? await carryOut({ ...deps, em }, actor, origin, unchanged, deed) : null;
    return { data: { act, results } };
  });
}

/** Hides up to a hundred profiles that are still as they were seen; of the others it says why they were not. */
export const hideMany = async (
  deps: Deps,
  actor: Actor,
  origin: Origin,
  input: Input<'HideManyInput'>,
) => moderateMany(deps, actor, origin, input.profiles, hiding(input));

/** Shows up to a hundred hidden profiles again that are still as they were seen; of the others it says why not. */
export const restoreMany = async (
  deps: Deps,
  actor: Actor,
  origin: Origin,
  input: Input<'RestoreManyInput'>,
) => moderateMany(deps, actor, origin, input.profiles, showing(input));
