/** A meta tag of the served page. There is none in tests. */
const said = (name: string): string | undefined =>
  globalThis.document
    ?.querySelector(`meta[name="product-${name}"]`)
    ?.getAttribute('content') ?? undefined;

/**
 * The product's name, mark and sign-in page for other users, and who runs the
 * service, from the page's meta tags.
 */
export const product = {
  name: said('name') ?? 'Namecard',
  logo: said('logo'),
  initial: said('initial'),
  color: said('color'),
  textColor: said('text-color'),
  url: said('url'),
  operator: [
    { name: 'Privacy', address: said('privacy') },
    { name: 'Terms', address: said('terms') },
    { name: 'Imprint', address: said('imprint') },
    { name: 'Contact', address: said('contact') },
  ],
};
