import { given } from '../../address.ts';
import { saveCsv } from '../../save-file.ts';
import { api } from '../../trpc.ts';
import type { UsersSearch } from './search.ts';

export const downloadUsers = (search: UsersSearch): Promise<void> =>
  saveCsv('users', async (cursor) => {
    const input = given({ ...search, sort: undefined, cursor });
    return (await api.moderation.users.listOut.mutate(input)).data;
  });
