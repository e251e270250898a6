import { type Language, languages } from '@namecard/db/languages';

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

/**
 * Our language that `Accept-Language` (RFC 9110, 12.5.4) prefers, if any.
 * @param otherwise what the caller takes if there is none. Where the header refuses
 * it by `q=0`, another that is not refused is the answer.
 */
export function languageOf(
  acceptLanguage: string | undefined,
  otherwise: Language,
): Language | undefined {
  const ranges = (acceptLanguage ?? '').slice(0, longestHeader).split(',');
  const wishes = ranges.map(wishOf);
  const [first] = wishes
    .filter(({ primary, weight }) => isLanguage(primary) && weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  if (isLanguage(first?.primary)) return first.primary;
  const isRefused = (language: Language) =>
    wishes.some(({ primary, weight }) => primary === language && weight === 0);
  if (!isRefused(otherwise)) return undefined;
  return languages.find((language) => !isRefused(language));
}
