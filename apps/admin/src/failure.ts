import {
  asNamecardError,
  explain as explainOf,
  type NamecardError,
} from '@namecard/client';
import { product } from './product.ts';

export type Failure = Pick<NamecardError, 'reason' | 'message' | 'retryAfter'>;

export const failureOf: (error: unknown) => Failure = asNamecardError;

/** A general message, for actions without their own. */
export const explain = (failure: Failure): string => explainOf(failure, product.name);
