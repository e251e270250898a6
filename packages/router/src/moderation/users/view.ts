import { isoInstant, isoInstantOrNull } from '@namecard/db';
import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { canActOn } from '../../access/policy.ts';
import type { listSessions } from '../../access/sessions.sql.ts';
import { addressView, userView } from '../../access/view.ts';
import type { Settings } from '../../context.ts';
import type { ChangedUser, InspectedUser, ManagedUser } from './schemas.ts';
import type { ManagedRow } from './users.sql.ts';

type Managed = z.infer<typeof ManagedUser>;

/** Null for a suspension that has ended by itself. */
function suspensionView(row: ManagedRow): Managed['suspension'] {
  const { isSuspended, suspendedAt: since, suspendedUntil: until, reason, note } = row;
  return isSuspended && since !== null
    ? { since: isoInstant(since), until: isoInstantOrNull(until), reason, note }
    : null;
}

export function managedUserView(
  row: ManagedRow,
  actor: Moderator,
  settings: Pick<Settings, 'adminEmails'>,
): Managed {
  return {
    ...userView(row),
    role: row.role,
    isConfiguredAdmin: settings.adminEmails.has(row.emailKey),
    canBeActedOn: canActOn(actor, row.emailKey, settings),
    suspension: suspensionView(row),
    profileCount: row.profileCount,
    duplicateIdentities: row.duplicateIdentities,
    lastSeenAt: isoInstantOrNull(row.lastSeenAt),
  };
}

export const actedOnView = (
  ...[row, actor, settings]: Parameters<typeof managedUserView>
): z.infer<typeof ChangedUser>['data']['user'] => ({
  ...managedUserView(row, actor, settings),
  ...addressView({ actor, settings }, row),
});

type SessionRow = Awaited<ReturnType<typeof listSessions>>[number];

type ManagedSession = z.infer<typeof InspectedUser>['data']['sessions'][number];

export const managedSessionView = ({
  createdAt,
  lastUsedAt,
  endsAt,
  ...row
}: SessionRow): ManagedSession => ({
  ...row,
  createdAt: isoInstant(createdAt),
  lastUsedAt: isoInstant(lastUsedAt),
  endsAt: isoInstant(endsAt),
});
