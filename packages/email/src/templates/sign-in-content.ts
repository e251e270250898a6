import type { Product } from '@namecard/look';

/** A code as it is shown, and for how long and until when it is good. */
export type ShownCode = { code: string; until: string };

/** What both forms of the mail say. */
export type SignInContent = {
  product: Product;
  title: string;
  main: ShownCode;
  fallback?: ShownCode;
  origin: string;
};
