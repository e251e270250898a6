import { namecard } from '../../namecard.ts';
import { saveFile } from '../../save-file.ts';
import type { InvitationsSearch } from './search.ts';
import { type Listed, states } from './vocabulary.ts';

/** A cell that a spreadsheet takes for a formula begins with an apostrophe instead. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

const columns = {
  email: ({ email }: Listed) => email,
  state: ({ state }: Listed) => states[state].name,
  'invited by': ({ invitedBy }: Listed) => invitedBy ?? '',
  'invited at': ({ invitedAt }: Listed) => invitedAt,
  'mailed at': ({ mailedAt }: Listed) => mailedAt ?? '',
  'reminded at': ({ remindedAt }: Listed) => remindedAt ?? '',
  'joined at': ({ joinedAt }: Listed) => joinedAt ?? '',
  'withdrawn at': ({ withdrawnAt }: Listed) => withdrawnAt ?? '',
};

/** Without it Excel garbles characters outside ASCII. */
const byteOrderMark = '\uFEFF';

/** Saves all that the filter shows. */
export async function downloadInvited(search: InvitationsSearch): Promise<void> {
  const lines = [Object.keys(columns).map(cell).join(',')];
  let cursor: string | null = null;
  do {
    const page: Page = await readPage(search, cursor);
    const rows = page.invitations.map((row) =>
      Object.values(columns).map((read) => cell(read(row))),
    );
    lines.push(...rows.map((cells) => cells.join(',')));
    cursor = page.nextCursor;
  } while (cursor !== null);
  const name = `invitations-${new Date().toISOString().slice(0, 10)}.csv`;
  saveFile([byteOrderMark, `${lines.join('\r\n')}\r\n`], {
    name,
    type: 'text/csv;charset=utf-8',
  });
}

type Page = { invitations: Listed[]; nextCursor: string | null };

async function readPage(search: InvitationsSearch, cursor: string | null): Promise<Page> {
  const { data } = await namecard.api.moderation.invitations.list.query({
    ...search,
    ...(cursor !== null && { cursor }),
    limit: 100,
  });
  return data;
}
