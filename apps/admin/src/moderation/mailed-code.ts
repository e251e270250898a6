import type { MutationOptions } from '@tanstack/react-query';
import { reasonOf } from '../failure.ts';
import { queryClient } from '../query-client.ts';
import { createPersonalStore } from '../store.ts';

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
      askedCode.set(undefined);
      resolve(code);
    },
  });
  return promise;
}

type Coded = { code?: string | undefined };

/** The last act that asks for a code, until it has ended. */
let asking: Promise<unknown> | undefined;

/** Asks until the code is right. Without `refused` it tries without a code first. */
async function callWithCode<Input extends object, Output>(
  input: Input,
  call: (input: Input & Coded) => Promise<Output>,
  refused: unknown,
): Promise<Output> {
  let [code, error]: [string | undefined, unknown] = [undefined, refused];
  for (;;) {
    try {
      if (error === undefined) return await call({ ...input, code });
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
export async function withMailedCode<Input extends object, Output>(
  input: Input,
  call: (input: Input & Coded) => Promise<Output>,
): Promise<Output> {
  try {
    return await call({ ...input, code: undefined });
  } catch (error) {
    if (reasonOf(error) !== 'CODE_REQUIRED') throw error;
    const before = asking;
    const own = Promise.resolve(before?.catch(() => {})).then(() =>
      callWithCode(input, call, before ? undefined : error),
    );
    asking = own;
    try {
      return await own;
    } finally {
      if (asking === own) asking = undefined;
    }
  }
}

/** Makes the call of a mutation outside of a component, with the code if it takes one. */
export const executeCoded = <Output, Failure, Input extends Coded, Context>(
  options: MutationOptions<Output, Failure, Input, Context>,
  input: Input,
): Promise<Output> =>
  withMailedCode(input, (given) =>
    queryClient.getMutationCache().build(queryClient, options).execute(given),
  );

type Calling<Input, Output, Context> = {
  mutationFn?: (input: Input, context: Context) => Promise<Output>;
};

/** Options of a mutation that asks for the code of an act that goes far. */
export const codeAsked = <
  Input extends Coded,
  Output,
  Context,
  Options extends Calling<Input, Output, Context>,
>(
  options: Options & Calling<Input, Output, Context>,
) => ({
  ...options,
  mutationFn: (input: Input, context: Context): Promise<Output> =>
    withMailedCode(input, async (given) => {
      const { mutationFn } = options;
      if (!mutationFn) throw new Error('The mutation calls nothing');
      return mutationFn(given, context);
    }),
});
