export { dateIn, inUtc, type Language, languageNames, localeOf } from './language.ts';
export { isOurs, mailMark, markOf } from './mark.ts';
export { type Markup, markup, pictureElement, styleElement } from './markup.ts';
export {
  colonIn,
  contactNote,
  dotted,
  operatorLines,
  operatorLinks,
} from './operator.ts';
export { commonStyle, compactStyle, fontPath, pageStyle } from './page-style.ts';
export { defaultProduct, initialOf, logoPath, type Product, textOn } from './product.ts';
export {
  againstWhat,
  type Grounds,
  howLong,
  ruleOf,
  whatToDo,
  whoDecided,
} from './statement.ts';
export { font, fontsOf, shadesOf, tokens } from './tokens.ts';
