import { NamecardError } from '../error.ts';

/** What a call that has to fail fails with. */
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
