import { csvLine } from '@namecard/look/csv';
import { given } from '../../address.ts';
import { namecard } from '../../namecard.ts';
import { saveCsv } from '../../save-file.ts';
import type { InvitationsSearch } from './search.ts';
import { type Listed, states } from './vocabulary.ts';

const columns = {
  email: ({ email }: Listed) => email,
  state: ({ state }: Listed) => states[state].word,
  'invited by': ({ invitedBy }: Listed) => invitedBy,
  'invited at': ({ invitedAt }: Listed) => invitedAt,
  'mailed at': ({ mailedAt }: Listed) => mailedAt,
  'reminded at': ({ remindedAt }: Listed) => remindedAt,
  'joined at': ({ joinedAt }: Listed) => joinedAt,
  'withdrawn at': ({ withdrawnAt }: Listed) => withdrawnAt,
};

const header = csvLine(Object.keys(columns));

/** Saves all that the filter shows. */
export const downloadInvited = (search: InvitationsSearch): Promise<void> =>
  saveCsv('invitations', async (cursor) => {
    const asked = given({ ...search, cursor, limit: 100 });
    const { data } = await namecard.api.moderation.invitations.list.query(asked);
    const { invitations, nextCursor } = data;
    const lines = invitations.map((row) =>
      csvLine(Object.values(columns).map((read) => read(row))),
    );
    return {
      csv: [...(cursor === undefined ? [header] : []), ...lines].join(''),
      nextCursor,
    };
  });
