import { type CsvColumn, csvOf } from '@namecard/look/csv';
import { given } from '../../address.ts';
import { saveCsv } from '../../save-file.ts';
import { api } from '../../trpc.ts';
import type { InvitationsSearch } from './search.ts';
import { type Listed, states } from './vocabulary.ts';

const columns: CsvColumn<Listed>[] = [
  ['email', ({ email }) => email],
  ['state', ({ state }) => states[state].word],
  ['invited by', ({ invitedBy }) => invitedBy],
  ['invited at', ({ invitedAt }) => invitedAt],
  ['mailed at', ({ mailedAt }) => mailedAt],
  ['reminded at', ({ remindedAt }) => remindedAt],
  ['joined at', ({ joinedAt }) => joinedAt],
  ['withdrawn at', ({ withdrawnAt }) => withdrawnAt],
];

export const downloadInvited = (search: InvitationsSearch): Promise<void> =>
  saveCsv('invitations', async (cursor) => {
    const asked = given({ ...search, cursor, limit: 100 });
    const { data } = await api.moderation.invitations.list.query(asked);
    const { invitations, nextCursor } = data;
    return { csv: csvOf(columns, invitations, cursor === undefined), nextCursor };
  });
