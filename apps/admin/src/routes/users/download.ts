import { given } from '../../address.ts';
import { saveCsv } from '../../save-file.ts';
import { api } from '../../trpc.ts';
import type { UsersSearch } from './search.ts';

/** Saves all that the filter shows, after the mailed code. */
export const downloadUsers = (search: UsersSearch): Promise<void> =>
  saveCsv('users', async (cursor) => {
    const input = given({ ...search, sort: undefined, cursor });
    return (await api.moderation.users.listOut.mutate(input)).data;
  });
