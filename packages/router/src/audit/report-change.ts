import type { AuditEventType } from '@namecard/db';
import type { Moderator } from '../access/caller.ts';
import type { Deps } from '../context.ts';
import type { SecurityEvent } from '../telemetry.ts';

const securityEvents: Partial<Record<AuditEventType, SecurityEvent>> = {
  'user.role_changed': 'role_changed',
  'user.suspended': 'suspended',
  'user.unsuspended': 'unsuspended',
  'session.revoked': 'sessions_ended',
};

/** Reports a security event to the operator. Call it after the commit. */
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
