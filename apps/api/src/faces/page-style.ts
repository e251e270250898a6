import { defaultProduct, initialOf, markup, type Product, textOn } from '@namecard/email';

const ownMark = markup`<svg aria-hidden="true" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4f46e5"/><rect x="6.5" y="9" width="19" height="14" rx="3" fill="none" stroke="#fff" stroke-width="2"/><circle cx="12.25" cy="14.5" r="2" fill="#fff"/><path d="M17 14h5M17 18h5M10 18.75h4.5" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>`;

/** Whether the product is called and coloured as it comes. */
export const isOurs = ({ name, color }: Product): boolean =>
  name === defaultProduct.name && color === defaultProduct.color;

/** The product's mark: our card, or the first letter of another name. */
export function markOf(product: Product): string {
  if (isOurs(product)) return ownMark.toString();
  return markup`<svg aria-hidden="true" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${product.color}"/><text x="16" y="22" text-anchor="middle" font-size="17" font-weight="600" fill="${textOn(product.color)}">${initialOf(product)}</text></svg>`.toString();
}

/** The look of the pages for everybody, light and dark. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#18181b, #f4f4f5);
  --muted: light-dark(#63636c, #a1a1aa);
  --accent: light-dark(#4338ca, #a5b0fc);
  --line: light-dark(#e4e4e7, #2a2a31);
  --surface: light-dark(#ffffff, #141418);
}
body {
  margin: 0; padding: max(3rem, 12vh) 1rem 2rem; background: light-dark(#fafafa, #0c0c0f); color: var(--ink);
  font: 1rem/1.5 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main { max-width: 30rem; margin: auto; }
svg { display: block; width: 2.75rem; }
h1 { margin: 1.25rem 0 .25rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.02em; }
p { margin: 0; color: var(--muted); }
ul { margin: 2rem 0 0; padding: 0; border: 1px solid var(--line); border-radius: .75rem; background: var(--surface); list-style: none; }
li + li { border-top: 1px solid var(--line); }
ul + p { margin-top: 1.5rem; font-size: .875rem; }
code { color: var(--ink); overflow-wrap: anywhere; }
a { display: block; padding: .875rem 1.25rem; border-radius: .75rem; color: var(--accent); font-weight: 600; text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
span { display: block; color: var(--muted); font-size: .875rem; font-weight: 400; }
`;
