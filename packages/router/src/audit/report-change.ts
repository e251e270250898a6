import type { AuditEventType } from '@namecard/db';
import type { Moderator } from '../access/caller.ts';
import type { Deps } from '../context.ts';
import type { SecurityEvent } from '../telemetry.ts';

/** The security events that go with what is recorded of a user. */
const securityEvents: Partial<Record<AuditEventType, SecurityEvent>> = {
  'user.role_changed': 'role_changed',
  'user.suspended': 'suspended',
  'user.unsuspended': 'unsuspended',
  'session.revoked': 'sessions_ended',
};

/** Reports what was done to a user to the operator, once it is committed. */
export function reportChange(
  { telemetry }: Pick<Deps, 'telemetry'>,
  actor: Moderator,
  { type, ...concerned }: { type: AuditEventType; user: string; address: string },
): void {
  const event = securityEvents[type];
  if (event !== undefined) {
    const by = actor.kind === 'operator' ? {} : { by: actor.id };
    telemetry.event(event, { ...concerned, ...by });
  }
}
