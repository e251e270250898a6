/** What of a profile is searched. */
type Searched = {
  username: string;
  about: string | null;
  socials: Readonly<Record<string, string | undefined>>;
  referral: string;
  owner: { email: string };
};

/** Characters that show before what was found. */
const before = 16;

const firstWord = (text: string): string | undefined =>
  text
    .toLowerCase()
    .replaceAll(/["“”]|\b(?:domain|owner):/g, ' ')
    .split(/\s+/)
    .find((word) => word !== '' && !word.startsWith('-'));

/** Where in a profile a text's first word was found, with what stands there; else, or by the username, the owner's address. */
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
