import { seenText } from '@namecard/client';
import { type Addressed, addressOf } from '../../address-of.ts';

type Searched = {
  username: string;
  about: string | null;
  socials: Readonly<Record<string, string | undefined>>;
  referral: string;
  owner: Addressed;
};

/** Characters shown before the match. */
const before = 16;

/** About as the service's search compares texts. */
const folded = (text: string): string =>
  seenText(text)
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();

const firstWord = (text: string): string | undefined =>
  folded(text)
    .replaceAll(/["“”]|\b(?:domain|owner):/g, ' ')
    .split(/\s+/)
    .find((word) => word !== '' && !word.startsWith('-'));

/**
 * The place where the text's first word matches, with its surroundings. For the
 * username or no match, the owner's address.
 */
export function matchIn(profile: Searched, text: string): string {
  const { username, about, socials, referral, owner } = profile;
  const word = firstWord(text) ?? '';
  const places = [
    { name: 'About', value: about ?? '' },
    ...Object.values(socials).map((link = '') => ({ name: 'Link', value: link })),
    { name: 'Referral', value: referral },
  ];
  const found = places.find(({ value }) => folded(value).includes(word));
  if (!found || folded(username).includes(word)) {
    return addressOf(owner);
  }
  const { name, value } = found;
  const start = Math.max(0, folded(value).indexOf(word) - before);
  return `${name}: ${start > 0 ? '…' : ''}${value.slice(start)}`;
}
