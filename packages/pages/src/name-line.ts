import { seenWord } from '@namecard/router';

/** Characters of a first line that leads the card. A longer one is part of the text. */
export const longestName = 100;

type Told = { about: string | null };

/**
 * The pages show the first line of `about` as the card's name: "Ann Müller, lawyer".
 * The rest is the text. The line is empty if nothing of it shows.
 */
export function toldBy({ about }: Told): { line: string; rest: string } {
  const text = about ?? '';
  const [first = '', ...others] = text.split('\n');
  return Array.from(first.trim()).length > longestName
    ? { line: '', rest: text }
    : { line: seenWord(first) && first.trim(), rest: others.join('\n') };
}

export const aboutOf = (line: string, rest: string): string =>
  rest.trim() === '' ? line.trim() : `${line.trim()}\n${rest}`;

/** What leads the card: its name, without direction marks, else its username. */
export const nameOf = (profile: Told & { username: string }): string =>
  toldBy(profile).line.replace(/\p{Bidi_Control}/gu, '') || profile.username;
