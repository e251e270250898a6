/** The searched parts of a profile. */
type Searched = {
  username: string;
  about: string | null;
  socials: Readonly<Record<string, string | undefined>>;
  referral: string;
  owner: { email: string };
};

/** Characters shown before the match. */
const before = 16;

const firstWord = (text: string): string | undefined =>
  text
    .toLowerCase()
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
  const found = places.find(({ value }) => value.toLowerCase().includes(word));
  if (!found || username.toLowerCase().includes(word)) {
    return owner.email;
  }
  const { name, value } = found;
  const start = Math.max(0, value.toLowerCase().indexOf(word) - before);
  return `${name}: ${start > 0 ? '…' : ''}${value.slice(start)}`;
}
