import type { inferInput } from '@trpc/tanstack-react-query';
import { choiceOf, dayOf, endOf, flagOf, given, startOf, textOf } from '../../address.ts';
import type { trpc } from '../../trpc.ts';

type Query = Omit<inferInput<typeof trpc.moderation.profiles.search>, 'cursor' | 'limit'>;

/**
 * The list in the URL, without invalid values. The default is all profiles, newest
 * first. Days are in the viewer's time zone, both included.
 */
export const readSearch = (search: Record<string, unknown>) =>
  given({
    text: textOf(search['text'], 200),
    state: choiceOf(search['state'], ['active', 'hidden']),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
    referredBy: textOf(search['referredBy'], 64),
    duplicateIdentities: flagOf(search['duplicateIdentities']),
    sort: choiceOf(search['sort'], ['oldest', 'changed', 'username']),
  });

export type ProfilesSearch = ReturnType<typeof readSearch>;

export const queryOf = ({
  text,
  from,
  to,
  referredBy,
  ...others
}: ProfilesSearch): Query =>
  given({
    ...others,
    text: text?.trim(),
    createdFrom: from && startOf(from),
    createdBefore: to && endOf(to),
    referredBy: referredBy?.trim(),
  });

export const isNarrowed = (search: ProfilesSearch): boolean =>
  Object.keys(given({ ...search, sort: undefined })).length > 0;

export const widened = ({ sort }: ProfilesSearch): ProfilesSearch => given({ sort });

export const searchHelp =
  'Each word has to be in the username, about text, links or referral; for admins also in the owner’s address. “Quotes” keep words together, -word leaves out. domain:example.com, owner:ann@example.com and owner:@example.com search only there.';

/**
 * Explains a search whose words are too short for an index. Undefined if another
 * word is long enough.
 */
export function hintOf(text: string): string | undefined {
  const words = text.split(/\s+/).filter((word) => !word.startsWith('-'));
  return words.length > 0 && words.every((word) => /^\w[\w.-]?$/.test(word))
    ? 'One or two letters find only usernames that begin with them. Three letters are found anywhere.'
    : undefined;
}
