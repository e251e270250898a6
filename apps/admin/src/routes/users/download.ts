import { given } from '../../address.ts';
import { withMailedCode } from '../../moderation/mailed-code.ts';
import { namecard } from '../../namecard.ts';
import { saveCsv } from '../../save-file.ts';
import type { UsersSearch } from './search.ts';

const { listOut } = namecard.api.moderation.users;

/** Saves all that the filter shows, after the mailed code. */
export function downloadUsers(search: UsersSearch): Promise<void> {
  const { text, role, state, duplicateIdentities } = search;
  const filter = given({ text, role, state, duplicateIdentities });
  return saveCsv('users', async (cursor) => {
    const input: Parameters<typeof listOut.mutate>[0] = given({ ...filter, cursor });
    const { data } = await withMailedCode(input, (coded) => listOut.mutate(coded));
    return data;
  });
}
