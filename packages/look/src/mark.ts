import { readFileSync } from 'node:fs';
import { type Markup, markup, pictureElement } from './markup.ts';
import { defaultProduct, initialOf, logoPath, type Product, textOn } from './product.ts';

export const isOurs = ({ name, color }: Pick<Product, 'name' | 'color'>): boolean =>
  name === defaultProduct.name && color === defaultProduct.color;

const ours = pictureElement(
  readFileSync(new URL('mark.svg', import.meta.url), 'utf8')
    .replace('<svg ', '<svg aria-hidden="true" ')
    .trim(),
);

/** The operator's own mark, our card, or the first letter of another product's name. */
export function markOf(product: Product): Markup {
  if (product.hasLogo) return markup`<img class="mark" src="${logoPath}" alt="">`;
  if (isOurs(product)) return ours;
  return markup`<svg aria-hidden="true" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="${product.color}"/>
<text x="16" y="22" text-anchor="middle" font-size="17" font-weight="600"
  fill="${textOn(product.color)}">${initialOf(product)}</text></svg>`;
}

/** The same for mails, inside a table cell with the colour. */
export function mailMark(product: Product): Markup {
  return isOurs(product)
    ? markup`<div style="width: 13px; height: 8px; margin: 0 auto; border: 2px solid #ffffff; border-radius: 3px; font-size: 0; line-height: 0;">&nbsp;</div>`
    : markup`${initialOf(product)}`;
}
