import { nameOf, toldBy } from './name-line.ts';
import type { Profile } from './api.ts';
import { shownLinks } from './shown-links.ts';

/** Octets of a line without its break (RFC 6350, 3.2). */
const longestLine = 75;

/** RFC 6350, 3.4. */
const escaped = (text: string): string =>
  text.replaceAll(/[\\,;]/g, String.raw`\$&`).replaceAll(/\r\n?|\n/g, String.raw`\n`);

/** Degrees without an exponent (RFC 5870, 3.3), to a tenth of a metre. */
const degrees = (value: number): string => String(Number(value.toFixed(6)));

/** Each piece after the first begins with a space. No character is cut. */
function folded(line: string): string {
  const pieces = [''];
  let room = longestLine;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (size > room) {
      pieces.push('');
      room = longestLine - 1;
    }
    pieces.push(`${pieces.pop() ?? ''}${character}`);
    room -= size;
  }
  return pieces.join('\r\n ');
}

type Details = {
  /** Of its public page; undefined if it has none. */
  address: string | undefined;
  /** A URI of the card that stays, so that a second file replaces the first. */
  uid: string;
  revised: Date;
};

/** A card as a vCard 4.0 (RFC 6350), for address books. */
export function contactFile(
  profile: Profile,
  { address, uid, revised }: Details,
): string {
  const { username, socials, location } = profile;
  const name = escaped(nameOf(profile));
  const note = toldBy(profile).rest.trim();
  const links = shownLinks(socials).map(({ href }) => `URL:${href}`);
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    'KIND:individual',
    `FN:${name}`,
    // Many address books read it alone.
    `N:;${name};;;`,
    `UID:${uid}`,
    `REV:${revised.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
    `NICKNAME:${escaped(username)}`,
    ...(address === undefined ? [] : [`URL;PREF=1:${address}`]),
    ...links,
    ...(note === '' ? [] : [`NOTE:${escaped(note)}`]),
    ...(location === null
      ? []
      : [`GEO:geo:${degrees(location.latitude)},${degrees(location.longitude)}`]),
    'END:VCARD',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
