import { type Language, languages } from '@namecard/db';

/** Characters of the header that are read. Browsers send fewer than 100. */
const longestHeader = 512;

export const isLanguage = (text: unknown): text is Language =>
  languages.some((language) => language === text);

/** One range of the header, as `de-AT;q=0.8`: the language in it, and how much it is wanted, from 0 to 1. */
function wishOf(range: string) {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
  const [primary] = tag.toLowerCase().split('-');
  const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? '1';
  return { primary, weight: Number(weight) };
}

/**
 * The language of ours that a browser's `Accept-Language` (RFC 9110, 12.5.4) wants most; undefined where it wants none of them. The
 * header is whatever its sender claims.
 */
export function languageOf(acceptLanguage: string | undefined): Language | undefined {
  const ranges = (acceptLanguage ?? '').slice(0, longestHeader).split(',');
  const wishes = ranges.flatMap((range) => {
    const { primary, weight } = wishOf(range);
    return isLanguage(primary) && weight > 0 ? [{ language: primary, weight }] : [];
  });
  const [first] = wishes.toSorted((one, other) => other.weight - one.weight);
  return first?.language;
}
