import { isoInstant, isoInstantOrNull } from '@namecard/db';
import type { z } from 'zod';
import { addressView, shownAddress } from '../../access/view.ts';
import type { ModeratedRow } from '../profiles/profiles.sql.ts';
import { type CardReader, moderatedView } from '../profiles/view.ts';
import type { ReportRow } from './case.sql.ts';
import type { ItemRow } from './items.sql.ts';
import type { NoteRow } from './notes.sql.ts';
import type { DeskItem, DeskNote, DeskReport, HandOver } from './schemas.ts';

/** Service keys read nothing about reports. */
export function itemView(
  reader: CardReader,
  row: ItemRow,
  card: ModeratedRow | undefined,
): z.infer<typeof DeskItem> {
  const { actor } = reader;
  const { leasedBy, leasedByEmail } = row;
  return {
    id: row.id,
    kind: row.kind,
    urgent: row.urgent,
    lane: row.lane,
    openedAt: isoInstant(row.openedAt),
    leasedUntil: isoInstantOrNull(row.leasedUntil),
    leasedBy:
      leasedBy === null || leasedByEmail === null
        ? null
        : { id: leasedBy, ...shownAddress(actor, leasedByEmail, true) },
    profile: card ? moderatedView(reader, card) : null,
    user: { id: row.userId, ...addressView(reader, row) },
    reports: actor.kind === 'key' ? [] : row.reports,
  };
}

export const reportView = ({ at, ...row }: ReportRow): z.infer<typeof DeskReport> => ({
  ...row,
  at: isoInstant(at),
});

export const handOverView = (row: NoteRow): z.infer<typeof HandOver> => ({
  id: row.id,
  author: { id: row.authorId, email: row.email },
  at: isoInstant(row.at),
  text: row.text,
});

export const noteView = (row: NoteRow): z.infer<typeof DeskNote> => ({
  ...handOverView(row),
  isAboutCard: row.isAboutCard,
});
