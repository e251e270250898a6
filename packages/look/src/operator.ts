import type { Language } from './language.ts';
import { type Markup, markup } from './markup.ts';
import type { Operator, Product } from './product.ts';

type Kind = keyof Operator;

const names: Readonly<Record<Language, Readonly<Record<Kind, string>>>> = {
  en: { privacy: 'Privacy', terms: 'Terms', imprint: 'Imprint', contact: 'Contact' },
  de: {
    privacy: 'Datenschutz',
    terms: 'Nutzungsbedingungen',
    imprint: 'Impressum',
    contact: 'Kontakt',
  },
  fr: {
    privacy: 'Confidentialité',
    terms: 'Conditions d’utilisation',
    imprint: 'Mentions légales',
    contact: 'Contact',
  },
  es: {
    privacy: 'Privacidad',
    terms: 'Condiciones de uso',
    imprint: 'Aviso legal',
    contact: 'Contacto',
  },
};

export const colonIn = (language: Language) => (language === 'fr' ? '\u00A0:' : ':');

const readable = (address: string) => address.replace(/^(?:https:\/\/|mailto:)/, '');

const everything = ['privacy', 'terms', 'imprint', 'contact'] as const;

function pagesOf({ operator }: Product, language: Language, kinds: readonly Kind[]) {
  return kinds.flatMap((kind) => {
    const address = operator[kind];
    return address === undefined ? [] : [{ name: names[language][kind], address }];
  });
}

/** A note that says where to write to the operator. Empty if that is not set. */
export function contactNote(product: Product, language: Language): Markup {
  const notes = pagesOf(product, language, ['contact']).map(
    ({ name, address }) =>
      markup`<p class="note">${name}${colonIn(language)} <a href="${address}">${readable(address)}</a></p>`,
  );
  return markup`${notes}`;
}

/** Things in a line, with dots between them. No line begins with a dot. */
export function dotted(things: readonly Markup[]): Markup {
  const shown = things.filter((thing) => thing.toString() !== '');
  return markup`${shown.map((thing, index) => markup`${index === 0 ? '' : '\u00A0· '}${thing}`)}`;
}

/** Links in a line, for pages. Empty if none of these addresses is set. */
export const operatorLinks = (
  product: Product,
  language: Language,
  kinds: readonly Kind[] = everything,
): Markup =>
  dotted(
    pagesOf(product, language, kinds).map(
      ({ name, address }) => markup`<a href="${address}">${name}</a>`,
    ),
  );

/** Lines for mails, which hold no link: `Privacy: example.com/privacy`. */
export const operatorLines = (product: Product, language: Language): string[] =>
  pagesOf(product, language, everything).map(
    ({ name, address }) => `${name}${colonIn(language)} ${readable(address)}`,
  );
