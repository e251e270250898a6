import type { CsvColumn } from '@namecard/look/csv';
import type { z } from 'zod';
import { AuditEvent } from './schemas.ts';

type AuditEvent = z.infer<typeof AuditEvent>;

export const columns: CsvColumn<AuditEvent>[] = [
  ['at', ({ at }) => at],
  ['type', ({ type }) => type],
  [
    'actor',
    ({ actor, actorKey, actorKind }) =>
      actor?.email ?? actorKey ?? (actorKind === 'user' ? null : actorKind),
  ],
  ['profile', ({ subject }) => (subject.kind === 'profile' ? subject.username : null)],
  ['user', ({ subject }) => (subject.kind === 'user' ? subject.email : null)],
  ['reason', ({ reason }) => reason],
  ['note', ({ note }) => note],
  ['private note', ({ privateNote }) => privateNote],
  ['before', ({ before }) => JSON.stringify(before)],
  ['after', ({ after }) => JSON.stringify(after)],
  ['ip', ({ from }) => from.ip],
  ['browser', ({ from }) => from.browser],
  ['system', ({ from }) => from.system],
  ['event', ({ id }) => id],
  ['action', ({ action }) => action],
  ['subject', ({ subject }) => subject.id],
  ['undoes', ({ undoes }) => undoes],
  ['undone by', ({ undoneBy }) => undoneBy],
];
