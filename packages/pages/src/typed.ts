import { isOfNetwork, type SocialNetwork, socials } from '@namecard/look/socials';

/** A host with a top-level domain, perhaps a port, and what follows. */
const withoutScheme = /^((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?::\d+)?([/?#]\S*)?$/u;

/**
 * The link that a member meant: `ann.example`, `x.com/ann`, `@ann`. Other texts stay
 * as they are. A name with a dot, such as `ann.b`, is no link in a network's field.
 */
export function typedLink(network: SocialNetwork, text: string): string {
  const typed = text.trim();
  const { names } = socials[network];
  if (names?.[0].test(typed)) return typed.replace(...names);
  const [, host = '', rest] = withoutScheme.exec(typed) ?? [];
  const isLink =
    host !== '' && (rest !== undefined || isOfNetwork(network, host.toLowerCase()));
  return isLink ? `https://${typed}` : typed;
}

const degrees = /^([+-]?)(\d*[.,]?\d+) ?°? ?([NSEW]?)$/i;

/** `37,81° S` is -37.81. What is not a number of degrees is NaN, which is refused. */
function degreesOf(text: string, [positive, negative]: [string, string]): number {
  const [, sign = '', digits = '', side = ''] = degrees.exec(text.trim()) ?? [];
  const pole = side.toUpperCase();
  const isSide = pole === positive || pole === negative;
  if (digits === '' || (pole !== '' && (!isSide || sign !== ''))) return Number.NaN;
  const value = Number(digits.replace(',', '.'));
  return sign === '-' || pole === negative ? -value : value;
}

/** Splits a pasted pair. `48,2` is one number, and `48.2,16.4` are two. */
function pairOf(text: string): [string, string] | undefined {
  const spaced = text.split(/\s*;\s*|,?\s+(?=[+-]?[\d.])/);
  const parts = spaced.length === 1 && text.includes('.') ? text.split(',') : spaced;
  const [first, second, ...more] = parts;
  const isPair = first !== undefined && second !== undefined && more.length === 0;
  return isPair ? [first, second] : undefined;
}

/** No pair is so long, and the time to read one grows with the square of its length. */
const longestPair = 100;

/**
 * The place that a member meant; null for no text. What is no pair of numbers of
 * degrees is NaN, which is refused.
 */
export function typedPlace(text: string) {
  const plain = text.trim().replaceAll('−', '-');
  if (plain === '') return null;
  const [north, east] = (plain.length <= longestPair && pairOf(plain)) || ['', ''];
  return {
    latitude: degreesOf(north, ['N', 'S']),
    longitude: degreesOf(east, ['E', 'W']),
  };
}
