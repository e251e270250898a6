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
 * The actor of an act on very many. Nobody hides or suspends admins of `ADMIN_EMAILS` by
 * such an act. It has to be done for each of them alone, with a code.
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
