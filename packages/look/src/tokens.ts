import { readFileSync } from 'node:fs';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

export const tokens = read('tokens.css');

const fontFace = read('font.css');

/** The font's style. `address` is where `font` is served. */
export const fontFrom = (address: string) => fontFace.replace('./inter.woff2', address);

export const font: Buffer = readFileSync(new URL('inter.woff2', import.meta.url));

type Shades = { light: string; dark: string };

export function shadesOf(name: string): Shades {
  const found = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(
    tokens,
  );
  const [, light, dark] = found ?? [];
  if (light === undefined || dark === undefined) {
    throw new Error(`tokens.css has no colour --${name} for both schemes`);
  }
  return { light, dark };
}

/** On one line, and safe between double quotes. */
export function fontsOf(name: 'sans' | 'mono'): string {
  const [, fonts = ''] = new RegExp(`--${name}:([^;]+);`).exec(tokens) ?? [];
  return fonts.replaceAll(/\s+/g, ' ').trim();
}
