import type { Role, WaitingActKind } from '@namecard/db';
import type { LimitedActor } from '../../access/caller.ts';
import { canActOn, isOwn } from '../../access/policy.ts';
import type { Settings } from '../../context.ts';
import type { Matching } from './preview.sql.ts';
import type { LeftReason, previewedKinds } from './schemas.ts';

/** Profiles or events of one transaction: few, so that others wait shortly. */
export const perPiece = 100;

type Kind = (typeof previewedKinds)[number];

/**
 * The actor as far as an act on very many reaches: it hides and suspends no admin of
 * `ADMIN_EMAILS`, whoever begins it. That takes a code, for each by name.
 */
export const reaching = (actor: LimitedActor, kind: WaitingActKind): LimitedActor =>
  actor.kind === 'user' && kind === 'hide'
    ? { ...actor, isConfiguredAdmin: false }
    : actor;

/** Why the act would leave a profile as it is. */
export function leftReasonOf(
  actor: LimitedActor,
  kind: Kind,
  card: Matching,
  settings: Pick<Settings, 'adminEmails'>,
): LeftReason | undefined {
  if (card.hidden === (kind !== 'restore')) {
    return 'ALREADY';
  }
  if (isOwn(actor, card.ownerId)) {
    return 'OWN_PROFILE';
  }
  if (!canActOn(reaching(actor, kind), card.ownerEmail, settings)) {
    return 'CONFIGURED_ADMIN';
  }
  if (kind !== 'restore' && card.isReportedByActor) {
    return 'OWN_REPORT';
  }
  if (kind === 'hide' && isStaff(card.ownerRole)) {
    return 'STAFF';
  }
  return kind === 'approve' && !card.hasOpenItem ? 'NO_ITEM' : undefined;
}

const isStaff = (role: Role) => role !== 'user';
