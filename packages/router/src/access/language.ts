import { type Language, languages } from '@namecard/db';

/** Most characters that are read. Browsers send fewer than 100. */
const longestHeader = 512;

export const isLanguage = (text: unknown): text is Language =>
  languages.some((language) => language === text);

/** One range of the header, such as `de-AT;q=0.8`. The weight is 0 to 1. */
function wishOf(range: string) {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
  const [primary] = tag.toLowerCase().split('-');
  const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? '1';
  return { primary, weight: Number(weight) };
}

/** Our language that `Accept-Language` (RFC 9110, 12.5.4) prefers, if any. */
export function languageOf(acceptLanguage: string | undefined): Language | undefined {
  const ranges = (acceptLanguage ?? '').slice(0, longestHeader).split(',');
  const wishes = ranges.flatMap((range) => {
    const { primary, weight } = wishOf(range);
    return isLanguage(primary) && weight > 0 ? [{ language: primary, weight }] : [];
  });
  const [first] = wishes.toSorted((one, other) => other.weight - one.weight);
  return first?.language;
}
