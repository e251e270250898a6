import type { Language } from './language.ts';

/** Addresses of who runs the service: `https:` pages; the contact also `mailto:`. */
export type Operator = {
  privacy?: string | undefined;
  terms?: string | undefined;
  imprint?: string | undefined;
  contact?: string | undefined;
};

/** `color` is `#rrggbb`. `language` is for people whose language is unknown. */
export type Product = {
  name: string;
  color: string;
  language: Language;
  operator: Operator;
  /** Whether the operator's own mark is served at `logoPath`. */
  hasLogo?: boolean | undefined;
};

export const logoPath = '/look/logo';

export const defaultProduct: Product = {
  name: 'Namecard',
  color: '#4f46e5',
  language: 'en',
  operator: {},
};

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted(
    (a, b) => a - b,
  );
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever has the higher contrast. It is always 4.5 or more. */
export const textOn = (color: string): '#000000' | '#ffffff' =>
  contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000';

const letters = new Intl.Segmenter();

export function initialOf({ name }: Pick<Product, 'name'>): string {
  const [first] = letters.segment(name);
  return first?.segment ?? '';
}
