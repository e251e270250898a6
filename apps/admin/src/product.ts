/** What the page that was served says of the product; nothing where nobody served it, as in tests. */
const said = (name: string): string | undefined =>
  globalThis.document
    ?.querySelector(`meta[name="product-${name}"]`)
    ?.getAttribute('content') ?? undefined;

/** What the product is called, how its mark looks, and where everybody but moderators signs in, as far as that was said. */
export const product = {
  name: said('name') ?? 'Namecard',
  initial: said('initial'),
  color: said('color'),
  textColor: said('text-color'),
  url: said('url'),
};
