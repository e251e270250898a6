/** A language that mails and members' pages are written in. */
export type Language = 'en' | 'de' | 'fr' | 'es';

/** What each language is called by those who speak it. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
};
