import type { Language, Product } from '@namecard/look';
import type { Texts } from '../texts/texts.ts';

/** A code as it is shown, and in words for how long and until when it is good. */
export type ShownCode = { code: string; good: string };

/** What both forms of the mail say. */
export type SignInContent = {
  product: Product;
  language: Language;
  texts: Texts['signIn'];
  main: ShownCode;
  fallback?: ShownCode;
  /** When the code was asked for, and from where. */
  askedFor: string;
};
