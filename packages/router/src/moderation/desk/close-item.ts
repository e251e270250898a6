import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { lockUserAndAdmins } from '../../access/locks.sql.ts';
import { lockModerator } from '../../access/moderator.ts';
import { personOf } from '../../access/policy.ts';
import { recordAction } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { openSecondLook } from '../../items/open-items.sql.ts';
import { inTransaction } from '../../transaction.ts';
import { obstacleError } from '../profiles/errors.ts';
import { type LockedProfile, lockProfiles } from '../profiles/toggling.sql.ts';
import { changedMeanwhile, itemNotFound, wrongDecision } from './errors.ts';
import {
  countLanes,
  findItem,
  findOpen,
  type ItemRow,
  lockItem,
  type OpenItem,
} from './items.sql.ts';
import type { ClosedItem, CloseItemInput } from './schemas.ts';
import { visibleTo } from './viewer.ts';
import { hasColleague } from './visible.sql.ts';

/** Of so many approvals one is looked at by somebody else too. */
const approvalsPerSecondLook = 50;

type Closing = z.infer<typeof CloseItemInput>;

const types = {
  approve: 'profile.approved',
  pass_on: 'profile.passed_on',
  uphold: 'appeal.upheld',
} as const satisfies Record<Closing['decision'], string>;

/** Has nobody change or open what the item is about; the card, where it is about one, which the actor must not have reported. */
async function lockSubject(
  deps: Deps,
  actor: Moderator,
  { profileId, userId }: ItemRow,
): Promise<LockedProfile | undefined> {
  if (profileId === null) {
    await lockUserAndAdmins(deps, userId);
    return undefined;
  }
  const [card] = await lockProfiles(deps.em, [profileId], personOf(actor));
  if (!card) {
    throw changedMeanwhile('Its owner deleted it meanwhile.');
  }
  if (card.isReportedByActor) {
    throw obstacleError('OWN_REPORT');
  }
  return card;
}

/** The item is open, and nobody else has it; an admin decides about any. */
async function requireOpen({ em }: Deps, actor: Moderator, { id }: ItemRow) {
  const locked = await lockItem(em, id);
  if (!locked) {
    throw changedMeanwhile('Somebody decided about it meanwhile.');
  }
  const isOthers = locked.isLeased && locked.leasedBy !== personOf(actor);
  if (isOthers && actor.kind === 'user' && actor.role !== 'admin') {
    throw changedMeanwhile('Somebody else looks at it by now.');
  }
}

/** The kind of item takes the decision, which is about the card as it is. */
function requireFits(
  { kind }: ItemRow,
  card: LockedProfile | undefined,
  { decision, revision }: Closing,
) {
  if ((kind === 'appealed') !== (decision === 'uphold')) {
    throw wrongDecision(
      kind === 'appealed'
        ? 'Uphold the appeal, or restore what it is about.'
        : 'Only an appeal can be upheld.',
    );
  }
  if (card && card.revision !== revision) {
    throw changedMeanwhile('The card was changed meanwhile. Look at it again.');
  }
  if (card?.hidden && decision !== 'uphold') {
    throw changedMeanwhile('The card was hidden meanwhile.');
  }
}

/** Somebody else can take a second look at the card, and the actor was not asked for one. */
async function requirePassable(
  { em, settings }: Deps,
  actor: Moderator,
  card: LockedProfile,
  open: readonly OpenItem[],
): Promise<void> {
  if (open.some(({ kind, isVisible }) => kind === 'second_look' && isVisible)) {
    throw wrongDecision('Somebody asked for a second look: decide about it.');
  }
  if (!(await hasColleague(em, personOf(actor), card.ownerId, settings))) {
    throw wrongDecision('Nobody else could take a second look: decide about it.');
  }
}

/** Has somebody else look at a card: where that was asked for, and at some that were approved, by chance. */
async function askForSecondLook(
  { em, random, settings }: Deps,
  actor: Moderator,
  { decision }: Closing,
  { cause, card }: { cause: string; card: LockedProfile },
): Promise<void> {
  const keptFrom = personOf(actor);
  const isDrawn = random.bytes(4).readUInt32BE() % approvalsPerSecondLook === 0;
  const isAsked =
    decision === 'pass_on' ||
    (decision === 'approve' &&
      isDrawn &&
      (await hasColleague(em, keptFrom, card.ownerId, settings)));
  if (isAsked) {
    await openSecondLook(em, { id: random.id(), profileId: card.id, cause, keptFrom });
  }
}

/**
 * Closes an item without a change to the card: approves it, passes it on to somebody else, or turns an appeal down. It closes all that
 * asks the actor for a look at the same card. The history has it, and it can be undone. Gives `ITEM_NOT_FOUND`, `CHANGED_MEANWHILE`,
 * `OWN_REPORT`, `INPUT_INVALID`.
 */
export const closeItem = (
  deps: Deps,
  actor: Moderator,
  asked: Closing,
): Promise<z.infer<typeof ClosedItem>> =>
  inTransaction(deps, async (inner) => {
    await lockModerator(inner, actor);
    const isVisible = visibleTo(actor, inner);
    const item = await findItem(inner.em, isVisible, asked.id);
    if (!item) {
      throw itemNotFound();
    }
    const card = await lockSubject(inner, actor, item);
    await requireOpen(inner, actor, item);
    requireFits(item, card, asked);
    const open = card ? await findOpen(inner.em, isVisible, card.id) : [];
    if (card && asked.decision === 'pass_on') {
      await requirePassable(inner, actor, card, open);
    }
    const type = types[asked.decision];
    const about = card && {
      profileId: card.id,
      username: card.username,
      subjectRevision: card.revision,
      spared: open.flatMap((one) => (one.isVisible ? [] : [one.id])),
    };
    const event = { type, userId: item.userId, ...about, before: {}, after: {} };
    const action = await recordAction(inner, actor, { type, note: asked.note }, [event]);
    if (card) {
      await askForSecondLook(inner, actor, asked, { cause: action, card });
    }
    return { data: { action, lanes: await countLanes(inner.em, isVisible) } };
  });
