import { given } from '../../address.ts';
import { withMailedCode } from '../../moderation/mailed-code.ts';
import { namecard } from '../../namecard.ts';
import { saveFile } from '../../save-file.ts';
import type { UsersSearch } from './search.ts';

/** Without it Excel garbles characters outside ASCII. */
const byteOrderMark = '\uFEFF';

const { listOut } = namecard.api.moderation.users;

type Input = Parameters<typeof listOut.mutate>[0];

type Page = Awaited<ReturnType<typeof listOut.mutate>>;

/** Saves all that the filter shows, after the mailed code. */
export async function downloadUsers(search: UsersSearch): Promise<void> {
  const { text, role, state, duplicateIdentities } = search;
  const filter = given({ text, role, state, duplicateIdentities });
  const parts: string[] = [];
  let input: Input | undefined = filter;
  while (input) {
    const { data }: Page = await withMailedCode(input, (coded) => listOut.mutate(coded));
    parts.push(data.csv);
    input = data.nextCursor === null ? undefined : { ...filter, cursor: data.nextCursor };
  }
  const name = `users-${new Date().toISOString().slice(0, 10)}.csv`;
  saveFile([byteOrderMark, ...parts], { name, type: 'text/csv;charset=utf-8' });
}
