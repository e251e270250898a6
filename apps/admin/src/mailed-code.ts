import { reasonOf } from './failure.ts';
import { createPersonalStore } from './store.ts';

/** An act that waits for its mailed code. `wrong` is why the last code was refused. */
type Asked = {
  wrong: string | undefined;
  /** Goes on with the code. Undefined gives up. */
  answer: (code: string | undefined) => void;
};

export const askedCode = createPersonalStore<Asked | undefined>(undefined);

/** Opens the dialog. Undefined if the person gives up. */
function askForCode(wrong?: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  askedCode.set({
    wrong,
    answer: (code) => {
      resolve(code);
      askedCode.set(undefined);
    },
  });
  // Also if the person leaves: an act that waits for ever would hold up the next.
  const stop = askedCode.subscribe(() => {
    stop();
    resolve(undefined);
  });
  return promise;
}

/** Makes a call, with a code once one is asked for. */
type Call<Output> = (code?: string) => Promise<Output>;

/** The last act that asks for a code, until it has ended. */
let asking: Promise<unknown> | undefined;

/** Asks until the code is right. Without `refused` it tries without a code first. */
async function callWithCode<Output>(
  call: Call<Output>,
  refused: unknown,
): Promise<Output> {
  let [code, error]: [string | undefined, unknown] = [undefined, refused];
  for (;;) {
    try {
      if (error === undefined) return await call(code);
    } catch (next) {
      error = next;
    }
    const reason = reasonOf(error);
    const isWrong = reason === 'CODE_INVALID';
    code =
      isWrong || reason === 'CODE_REQUIRED'
        ? await askForCode(
            isWrong ? 'This code is not right, or not any more.' : undefined,
          )
        : undefined;
    if (code === undefined) throw error;
    error = undefined;
  }
}

/**
 * Makes a call again with the code that the service mails for it, until the code is
 * right or the person gives up. Of several calls one asks at a time: after its code the
 * others may need none.
 */
export async function withMailedCode<Output>(call: Call<Output>): Promise<Output> {
  try {
    return await call();
  } catch (error) {
    if (reasonOf(error) !== 'CODE_REQUIRED') throw error;
    const before = asking;
    const own = Promise.resolve(before?.catch(() => {})).then(() =>
      callWithCode(call, before ? undefined : error),
    );
    asking = own;
    try {
      return await own;
    } finally {
      if (asking === own) asking = undefined;
    }
  }
}
