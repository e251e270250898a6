import { NamecardError } from '../error.ts';

/** Returns the error of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<NamecardError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof NamecardError) {
      return error;
    }
    throw error;
  }
  throw new Error('The call succeeded');
}
