import type { AuditEventType } from '@namecard/db';
import type { SecurityEvent, Telemetry } from '../telemetry.ts';
import { afterCommit, type EntityManager } from '../transaction.ts';
import { findAddresses } from './report-changes.sql.ts';

const securityEvents: Partial<Record<AuditEventType, SecurityEvent>> = {
  'user.role_changed': 'role_changed',
  'user.suspended': 'suspended',
  'user.unsuspended': 'unsuspended',
  'session.revoked': 'sessions_ended',
};

type Event = { type: AuditEventType; userId: string | null };

type Reporting = { em: EntityManager; telemetry: Pick<Telemetry, 'event'> };

/** Reports security events to the operator, after the commit. */
export async function reportChanges(
  { em, telemetry }: Reporting,
  actorId: string | null,
  events: readonly Event[],
): Promise<void> {
  const changes = events.flatMap(({ type, userId: user }) => {
    const event = securityEvents[type];
    return event === undefined || user === null ? [] : { event, user };
  });
  if (changes.length === 0) {
    return;
  }
  const users = await findAddresses(
    em,
    changes.map(({ user }) => user),
  );
  const addresses = new Map(users.map(({ id, address }) => [id, address]));
  const by = actorId === null ? {} : { by: actorId };
  afterCommit(em, () => {
    for (const { event, user } of changes) {
      const address = addresses.get(user);
      if (address !== undefined) telemetry.event(event, { user, address, ...by });
    }
  });
}
