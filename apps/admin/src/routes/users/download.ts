import { given } from '../../address.ts';
import { withMailedCode } from '../../moderation/mailed-code.ts';
import { namecard } from '../../namecard.ts';
import { saveCsv } from '../../save-file.ts';
import type { UsersSearch } from './search.ts';

const { listOut } = namecard.api.moderation.users;

/** Saves all that the filter shows, after the mailed code. */
export const downloadUsers = (search: UsersSearch): Promise<void> =>
  saveCsv('users', async (cursor) => {
    const input = given({ ...search, sort: undefined, cursor });
    const { data } = await withMailedCode(input, (coded) => listOut.mutate(coded));
    return data;
  });
