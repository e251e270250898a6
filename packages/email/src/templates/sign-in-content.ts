import type { Language, Product } from '@namecard/look';
import type { Texts } from '../texts/texts.ts';

/** `good` says for how long and until when, in words. */
export type ShownCode = { code: string; good: string };

export type SignInContent = {
  product: Product;
  language: Language;
  texts: Texts['signIn'];
  main: ShownCode;
  fallback?: ShownCode;
  where: string;
  askedFor: string;
};
