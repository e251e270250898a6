import { WaitingAct } from '@namecard/db';
import type { z } from 'zod';
import { type LimitedActor, sessionOf } from '../../access/caller.ts';
import { roleLost } from '../../access/errors.ts';
import { lockInRole } from '../../access/moderator.ts';
import { recordAction } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { invalidField } from '../../errors.ts';
import { ensureJobs } from '../../jobs/jobs.sql.ts';
import { afterCommit } from '../../transaction.ts';
import { type CardAct, requireUnbraked } from '../brake/brake.ts';
import { changeCards } from '../brake/change-cards.ts';
import { countAccounts } from '../profiles/profiles.sql.ts';
import { findAct, lockStartable } from './acts.sql.ts';
import { actNotFound } from './errors.ts';
import type { OneAct, StartInput } from './schemas.ts';
import { actView } from './view.ts';

/** The key of these jobs is the id of the act. */
export const actKind = 'large_act';

const types = {
  hide: 'profile.hidden',
  restore: 'profile.restored',
  approve: 'profile.approved',
  undo: 'undo',
} as const;

/**
 * Counts the cards towards the actor's limit, records the action, still empty, and lets
 * the job do it. Throws `Braked`.
 */
export async function beginAct(
  deps: Deps,
  actor: LimitedActor,
  act: WaitingAct,
  asked: CardAct,
): Promise<void> {
  const { em } = deps;
  const { kind, subjects, reason = null, note, privateNote } = asked;
  const cards = await requireUnbraked(deps, actor, asked);
  const requested = subjects.length;
  const begun = { type: types[kind], reason, note, privateNote, requested, cards };
  const action = await recordAction(deps, actor, begun, []);
  const person = actor.kind === 'user' ? actor.id : null;
  const by = { person, session: sessionOf(actor), role: actor.role };
  act.begin({ by, action, reason });
  await em.flush();
  await ensureJobs(em, { kind: actKind, keys: [act.id], minutes: 0, hastens: false });
  afterCommit(em, () => deps.actBegun());
}

/** What was decided with a preview. An act that waits has its own words. */
async function askedWith(
  { em }: Deps,
  act: WaitingAct,
  { reason: given, suspendOwners, note, privateNote }: z.infer<typeof StartInput>,
): Promise<CardAct> {
  const { kind, ownerIds, cards, subjects } = act;
  if (act.state === 'waiting') {
    // Taking back is free for who has done it, not for the admin who begins it.
    const counted = Math.max(cards, subjects.length);
    const { reason, note: theirs, privateNote: toTeam } = act;
    const words = { reason, note: theirs, privateNote: toTeam };
    return { kind, ownerIds, subjects, cards: counted, ...words };
  }
  const reason = given ?? null;
  if (kind === 'hide' && reason === null) {
    throw invalidField('reason', 'Must be given if profiles are hidden.');
  }
  if (kind !== 'hide' && suspendOwners) {
    throw invalidField('suspendOwners', 'Must be false unless profiles are hidden.');
  }
  const asked = { kind, ownerIds, cards, subjects, reason, note, privateNote };
  if (!suspendOwners) {
    return asked;
  }
  act.subjects = [
    ...subjects,
    ...ownerIds.map((owner) => ({ id: owner, suspend: true as const })),
  ];
  const counted = await countAccounts(em, ownerIds);
  return { ...asked, subjects: act.subjects, cards: counted };
}

/**
 * Starts what was previewed, once. Beyond a moderator's limit it waits: an admin starts
 * it as their own act. Beyond a key's it is refused. Fails with `ACT_NOT_FOUND`,
 * `WAITS_FOR_ADMIN`, `ROLE_MISSING`, `CODE_REQUIRED`, `CODE_INVALID`, `INPUT_INVALID`,
 * `RATE_LIMITED`.
 */
export const startAct = (
  deps: Deps,
  actor: LimitedActor,
  input: z.infer<typeof StartInput>,
): Promise<z.infer<typeof OneAct>> =>
  changeCards(deps, actor, async (inner) => {
    const { em } = inner;
    const { id, code } = input;
    const isAdmin = actor.kind === 'user' && actor.role === 'admin';
    if (input.suspendOwners && !isAdmin) {
      throw roleLost('admin');
    }
    await lockInRole(inner, actor);
    if (!(await lockStartable(em, id, { session: sessionOf(actor), isAdmin }))) {
      throw actNotFound();
    }
    const act = await em.findOneOrFail(WaitingAct, id);
    await beginAct(inner, actor, act, { ...(await askedWith(inner, act, input)), code });
    const begun = await findAct(em, id, actor.id);
    if (!begun) {
      throw new Error('The act that has begun is gone');
    }
    return { data: { act: actView(begun) } };
  });
