import { type Markup, markup, initialOf, textOn } from '@namecard/look';
import { nameOf } from './name-line.ts';

type Named = Parameters<typeof nameOf>[0];

/** White text on each has a contrast of 4.5 or more. */
const colors = [
  '#b4236a',
  '#9333b8',
  '#6d3fd1',
  '#4f46e5',
  '#2563c9',
  '#0b7285',
  '#0f766e',
  '#2b7a3d',
  '#556b11',
  '#96590a',
  '#b84d0a',
  '#c03425',
] as const;

/** Depends on the username only, without case. */
export function colorOf(username: string): string {
  let sum = 0;
  for (const character of username.toLowerCase()) {
    sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  }
  return colors[sum % colors.length] ?? colors[0];
}

/** The name's first letter on the username's colour, in the place of a picture. */
export function initialMark(profile: Named): Markup {
  const color = colorOf(profile.username);
  const [, name] = /([\p{L}\p{N}].*)/u.exec(nameOf(profile)) ?? [];
  const letter = initialOf({ name: name ?? profile.username }).toUpperCase();
  return markup`<svg class="initial" aria-hidden="true" viewBox="0 0 96 96">
<circle cx="48" cy="48" r="48" fill="${color}"/>
<text x="48" y="64" text-anchor="middle" font-size="46" font-weight="600"
  fill="${textOn(color)}">${letter}</text></svg>`;
}
