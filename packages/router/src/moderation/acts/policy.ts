import type { WaitingActKind } from '@namecard/db';
import type { LimitedActor } from '../../access/caller.ts';
import type { Settings } from '../../context.ts';
import { obstacleTo } from '../profiles/policy.ts';
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
  const act = { count: Infinity, hides: kind !== 'restore' };
  const obstacle = obstacleTo(reaching(actor, kind), act, card, settings);
  if (obstacle) {
    return obstacle;
  }
  if (kind === 'hide' && card.ownerRole !== 'user') {
    return 'STAFF';
  }
  return kind === 'approve' && !card.hasOpenItem ? 'NO_ITEM' : undefined;
}
