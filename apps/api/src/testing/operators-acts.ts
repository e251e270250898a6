import { statements } from '@namecard/db';
import type { TestDatabase } from '@namecard/db/testing';

/** The operators' acts in the history, oldest first. */
export const operatorsActs = ({ orm }: Pick<TestDatabase, 'orm'>) =>
  statements(orm.em.fork())
    .selectFrom('audit_events')
    .innerJoin('moderation_actions', 'moderation_actions.id', 'actionId')
    .select(['audit_events.type', 'before', 'after'])
    .where('actorKind', '=', 'operator')
    .orderBy('audit_events.position')
    .execute();
