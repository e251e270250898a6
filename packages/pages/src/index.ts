export { cardMarkup, cardStyle } from './card-markup.ts';
export { cookiesFor } from './cookies.ts';
export { failureOf } from './failure.ts';
export { mountPages, type PagesOptions } from './mount-pages.ts';
export { nameOf, toldBy } from './name-line.ts';
export type { Profile } from './api.ts';
export type { Texts } from './texts/texts.ts';
export { textsIn } from './texts/texts-in.ts';
export { languageFor } from './visit.ts';
