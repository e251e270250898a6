import { asNamecardError, explain as explainOf } from '@namecard/client';
import { product } from './product.ts';

/** The service's constant for an error, or the app's own, such as `NETWORK`. */
export const reasonOf = (error: unknown): string => asNamecardError(error).reason;

/** Whether the person of a call has left. Then nobody is told of it. */
export const hasLeft = (error: unknown): boolean => reasonOf(error) === 'TOKEN_INVALID';

/** A general message, for actions without their own. */
export const explain = (error: unknown): string =>
  explainOf(asNamecardError(error), product.name);
