import { NamecardError } from './error.ts';
import type { TokenStorage } from './token-storage.ts';

/** The token in its storage. Everything here fails with `STORAGE_FAILED` alone. */
export type Session = {
  /** Read each time, since another tab may have signed in or out. */
  token(): Promise<string | null>;
  begin(token: string): Promise<void>;
  end(): Promise<void>;
  /** Forgets this token, unless another has taken its place; whether it did. */
  endIfStill(token: string): Promise<boolean>;
};

/** Does pieces of work one after another, however long each takes. */
function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const result = last.then(work, work);
    // The caller of what failed has the failure.
    last = result.catch(() => {});
    return result;
  };
}

async function guarded<Result>(access: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await access();
  } catch (cause) {
    throw new NamecardError('STORAGE_FAILED', 'The token storage can’t be used.', { cause });
  }
}

/** @param key under which the storage has the token */
export function openSession(storage: TokenStorage, key: string): Session {
  const inTurn = oneAtATime();
  const token = () => guarded(() => storage.getItem(key));
  const remove = () => guarded(() => storage.removeItem(key));
  return {
    token,
    begin: (next) =>
      inTurn(async () => {
        await guarded(() => storage.setItem(key, next));
      }),
    end: () =>
      inTurn(async () => {
        await remove();
      }),
    endIfStill: (rejected) =>
      inTurn(async () => {
        if ((await token()) !== rejected) {
          return false;
        }
        await remove();
        return true;
      }),
  };
}
