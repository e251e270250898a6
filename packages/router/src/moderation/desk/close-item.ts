import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { changedMeanwhile } from '../../access/errors.ts';
import { lockInRole } from '../../access/moderator.ts';
import { personOf } from '../../access/policy.ts';
import { recordEvent } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { openSecondLook } from '../../items/open-items.sql.ts';
import { requireUnbraked } from '../brake/brake.ts';
import { changeCards } from '../brake/change-cards.ts';
import { approvalOf } from '../profiles/toggling.ts';
import { type LockedProfile, showHeld } from '../profiles/toggling.sql.ts';
import { wrongDecision } from './errors.ts';
import { findOpen, type ItemRow, type OpenItem } from './items.sql.ts';
import type { ClosedItem, CloseItemInput } from './schemas.ts';
import { lockToDecide } from './lock-subject.ts';
import { countFree, visibleTo } from './viewer.ts';
import { hasColleague } from './visible.sql.ts';

/** One of so many approvals gets a second look. */
const approvalsPerSecondLook = 50;

type Closing = z.infer<typeof CloseItemInput>;

const types = {
  approve: 'profile.approved',
  pass_on: 'profile.passed_on',
  ask_admin: 'profile.passed_on',
  uphold: 'appeal.upheld',
} as const satisfies Record<Closing['decision'], string>;

/** The decision must fit the kind of item and the card as it is now. */
function requireFits(
  { kind }: ItemRow,
  card: LockedProfile | undefined,
  { decision, revision }: Closing,
) {
  if ((kind === 'appealed') !== (decision === 'uphold')) {
    throw wrongDecision(
      kind === 'appealed'
        ? 'Uphold the appeal, or restore the card or account.'
        : 'Only an appeal can be upheld.',
    );
  }
  if (kind === 'contested' && decision !== 'approve') {
    throw wrongDecision('Approve it, or open another case on the user’s page.');
  }
  if (card && card.revision !== revision) {
    throw changedMeanwhile('The card was changed meanwhile. Look at it again.');
  }
  if (card?.hidden && decision !== 'uphold') {
    throw changedMeanwhile('The card was hidden meanwhile.');
  }
}

/** Passing on needs a colleague. A second look itself can't be passed on. */
async function requirePassable(
  { em, settings }: Deps,
  actor: Moderator,
  card: LockedProfile,
  { decision, open }: { decision: Closing['decision']; open: readonly OpenItem[] },
): Promise<void> {
  const adminsOnly = decision === 'ask_admin';
  if (
    !adminsOnly &&
    open.some(({ kind, isVisible }) => kind === 'second_look' && isVisible)
  ) {
    throw wrongDecision('Somebody asked for a second look, so you have to decide.');
  }
  if (!(await hasColleague(em, personOf(actor), card, { ...settings, adminsOnly }))) {
    throw wrongDecision('Nobody else can take a second look, so you have to decide.');
  }
}

/** Returns how many cards the decision counts as. Throws `Braked`. */
async function countApproval(
  deps: Deps,
  actor: Moderator,
  card: LockedProfile | undefined,
  { decision, note, code }: Closing,
): Promise<number> {
  if (!card || decision !== 'approve') {
    return 0;
  }
  const { id, revision, ownerId } = card;
  return requireUnbraked(deps, actor, {
    kind: 'approve',
    note,
    code,
    subjects: [{ id, revision }],
    ownerIds: [ownerId],
    cards: 1,
  });
}

/** Asks for a second look, by decision or by chance after an approval. */
async function askForSecondLook(
  { em, random, settings }: Deps,
  actor: Moderator,
  { decision }: Closing,
  { cause, card }: { cause: string; card: LockedProfile },
): Promise<void> {
  const keptFrom = personOf(actor);
  const adminsOnly = decision === 'ask_admin';
  const isDrawn = random.bytes(4).readUInt32BE() % approvalsPerSecondLook === 0;
  const isAsked =
    decision === 'pass_on' ||
    adminsOnly ||
    (decision === 'approve' &&
      isDrawn &&
      (await hasColleague(em, keptFrom, card, settings)));
  if (isAsked) {
    await openSecondLook(em, {
      id: random.id(),
      profileId: card.id,
      cause,
      keptFrom,
      adminsOnly,
    });
  }
}

/**
 * Closes an item and the card's other items for this actor. The card stays as it
 * is. An approval counts towards the actor's limit. Fails with `ITEM_NOT_FOUND`,
 * `CHANGED_MEANWHILE`, `OWN_REPORT`, `INPUT_INVALID`, `WAITS_FOR_ADMIN`,
 * `CODE_REQUIRED`, `CODE_INVALID`, `RATE_LIMITED`.
 */
export const closeItem = (
  deps: Deps,
  actor: Moderator,
  asked: Closing,
): Promise<z.infer<typeof ClosedItem>> =>
  changeCards(deps, actor, async (inner) => {
    await lockInRole(inner, actor);
    const { item, card } = await lockToDecide(inner, actor, asked.id);
    requireFits(item, card, asked);
    const open = card ? await findOpen(inner.em, visibleTo(actor, inner), [card.id]) : [];
    if (card && types[asked.decision] === 'profile.passed_on') {
      await requirePassable(inner, actor, card, { ...asked, open });
    }
    const isContested = item.kind === 'contested';
    const type = isContested ? ('user.move_ended' as const) : types[asked.decision];
    // Only an approval shows a card that waits.
    const shown = card && { ...card, held: card.held && asked.decision === 'approve' };
    const about = shown && approvalOf(shown, open);
    const event = {
      ...about,
      ...(asked.decision === 'ask_admin' && { after: { adminsOnly: true } }),
      type,
      userId: item.userId,
    };
    const cards = await countApproval(inner, actor, card, asked);
    const { note } = asked;
    const action = await recordEvent(inner, actor, event, { note, cards });
    if (card && asked.decision === 'approve') {
      await showHeld(inner.em, { ids: [card.id] });
    }
    if (card) {
      await askForSecondLook(inner, actor, asked, { cause: action, card });
    }
    return { data: { action, lanes: await countFree(actor, inner) } };
  });
