export type Language = 'en' | 'de' | 'fr' | 'es';

export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
};

/** English dates are British: `27 November 2026`. */
export const localeOf = (language: Language): string =>
  language === 'en' ? 'en-GB' : language;

/** Writes instants in UTC. French has `1er décembre`, where Intl writes `1 décembre`. */
export function inUtc(
  language: Language,
  style: Intl.DateTimeFormatOptions,
): (iso: string) => string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    ...style,
    timeZone: 'UTC',
  });
  return (iso) => {
    const written = format.format(new Date(iso));
    return language === 'fr' ? written.replace(/^1 /, '1er ') : written;
  };
}

/** "21 November 2026". */
export const dateIn = (language: Language) => inUtc(language, { dateStyle: 'long' });
