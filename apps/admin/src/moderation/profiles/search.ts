import type { inferInput } from '@trpc/tanstack-react-query';
import { choiceOf, dayOf, endOf, flagOf, given, startOf, textOf } from '../../address.ts';
import type { trpc } from '../../trpc.ts';

/** What a list of profiles is narrowed to and ordered by. */
type Query = Omit<inferInput<typeof trpc.moderation.profiles.search>, 'cursor' | 'limit'>;

const states = ['active', 'hidden'] as const;

/** The orders besides the default, newest first. */
const otherSorts = ['oldest', 'changed', 'username'] as const;

/** The list as the address describes it. The default is everything, newest first. Days are the viewer's. */
export type ProfilesSearch = {
  text?: string;
  state?: (typeof states)[number];
  /** Whether it has a location. */
  located?: 'yes' | 'no';
  /** The first day, and the last one included. */
  from?: string;
  to?: string;
  referredBy?: string;
  /** Whether other users link one of its owner's identities. */
  duplicateIdentities?: true;
  sort?: (typeof otherSorts)[number];
};

/** Reads the address and leaves out what is not valid. */
export const readSearch = (search: Record<string, unknown>): ProfilesSearch =>
  given({
    text: textOf(search['text'], 200),
    state: choiceOf(search['state'], states),
    located: choiceOf(search['located'], ['yes', 'no']),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
    referredBy: textOf(search['referredBy'], 64),
    duplicateIdentities: flagOf(search['duplicateIdentities']),
    sort: choiceOf(search['sort'], otherSorts),
  });

export const queryOf = (search: ProfilesSearch): Query =>
  given({
    text: search.text?.trim(),
    state: search.state,
    located: search.located && search.located === 'yes',
    createdFrom: search.from && startOf(search.from),
    createdBefore: search.to && endOf(search.to),
    referredBy: search.referredBy?.trim(),
    duplicateIdentities: search.duplicateIdentities,
    sort: search.sort,
  });

export const isNarrowed = (search: ProfilesSearch): boolean =>
  Object.keys(given({ ...search, sort: undefined })).length > 0;

/** The same view without filters. */
export const widened = ({ sort }: ProfilesSearch): ProfilesSearch => given({ sort });

/** What a text can ask for. */
export const searchHelp =
  'Each word has to be in the username, about text, links, referral or owner’s address. “Quotes” keep words together, -word leaves out, domain:example.com and owner:ann@example.com search only there.';

/** Explains what the service makes of words too short for an index; undefined where there are others. */
export function hintOf(text: string): string | undefined {
  const words = text.split(/\s+/).filter((word) => !word.startsWith('-'));
  return words.length > 0 && words.every((word) => /^\w[\w.-]?$/.test(word))
    ? 'One or two letters find usernames that begin with them. Three are found anywhere.'
    : undefined;
}
