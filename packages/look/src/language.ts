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
