import type { Tabs } from './browser-tabs.ts';
import { NamecardError } from './error.ts';
import { isServer } from './is-server.ts';
import { once } from './once.ts';
import { createSessionState, type ObservableSession } from './session-state.ts';
import { memoryStorage, type TokenStorage } from './token-storage.ts';

/** The token in its storage. All promises reject only with `STORAGE_FAILED`. */
export type Session = ObservableSession & {
  /** Reads each time, as another tab may have signed in or out. */
  token: () => Promise<string | null>;
  /** @param isSamePerson whether it is the person who was signed in before */
  begin: (token: string, isSamePerson: boolean) => Promise<void>;
  /** In this tab. */
  end: () => Promise<void>;
  /** In every tab. A token that has replaced the given one stays here. */
  endEverywhere: (token: string | null) => Promise<void>;
  /** False if another token has replaced the rejected one. */
  endIfStill: (rejected: string) => Promise<boolean>;
};

type Options = {
  /** Called when the token is first needed. */
  storage: () => TokenStorage;
  tabs?: Tabs | undefined;
};

/** The token's key in the storage. */
const key = 'namecard.token';

/** Runs pieces of work one after another. */
function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const result = last.then(work, work);
    // The failure goes to its own caller.
    last = result.catch(() => {});
    return result;
  };
}

async function guarded<Result>(access: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await access();
  } catch (cause) {
    throw new NamecardError('STORAGE_FAILED', 'The token storage can’t be used.', {
      cause,
    });
  }
}

const ofNobody: TokenStorage = {
  getItem: () => null,
  setItem: () => {
    throw new Error(
      'All visitors of this server would share the token. Make a client for each of them.',
    );
  },
  removeItem: () => {},
};

/** Some servers have one too, in memory. */
const isSessionStorage = (storage: TokenStorage): boolean =>
  'sessionStorage' in globalThis && storage === globalThis.sessionStorage;

/**
 * Without access to the storage, as with blocked site data, the token lives as
 * long as the page. A page's module that also runs on a server keeps none there.
 */
function reach(storage: () => TokenStorage): TokenStorage {
  try {
    const reached = storage();
    return isServer() && isSessionStorage(reached) ? ofNobody : reached;
  } catch {
    return isServer() ? ofNobody : memoryStorage();
  }
}

export function openSession({ storage, tabs }: Options): Session {
  const inTurn = oneAtATime();
  const { get, getServerSnapshot, subscribe, change } = createSessionState();
  const reached = once(() => reach(storage));
  let held: string | null = null;

  /** Updates the state, as another tab may have changed the storage. */
  const note = (found: string | null) => {
    const isOpening = get().status === 'opening';
    if (isOpening || found !== held) {
      held = found;
      change(found === null ? 'signed out' : 'signed in', isOpening);
    }
    return found;
  };
  const read = async () => note(await guarded(() => reached().getItem(key)));
  const write = async (token: string) => {
    await guarded(() => reached().setItem(key, token));
    held = token;
  };
  const remove = async () => {
    await guarded(() => reached().removeItem(key));
    held = null;
  };
  /** Looks for a token once, at the first call or when a page needs the state. */
  const open = once(() => {
    const kept = guarded(() => {
      const token = reached().getItem(key);
      if (typeof token !== 'string') {
        return token;
      }
      // A synchronous storage sets the state at once.
      return note(token);
    });
    const ask = async () => {
      const handed = (await kept) === null ? await tabs?.ask() : undefined;
      if (handed !== undefined) {
        await write(handed);
      }
      await read();
    };
    // Callers of `token` get the failure.
    void inTurn(ask).catch(() => note(null));
    tabs?.listen({ token: () => held, onSignOut: () => void end().catch(() => {}) });
  });
  const afterOpening = <Result>(work: () => Promise<Result>): Promise<Result> => {
    open();
    return inTurn(work);
  };
  const forget = async () => {
    await remove();
    change('signed out', false);
  };
  const end = () => afterOpening(forget);

  return {
    get: () => {
      open();
      return get();
    },
    getServerSnapshot,
    subscribe: (listener) => {
      open();
      return subscribe(listener);
    },
    token: () => afterOpening(read),
    begin: (token, isSamePerson) =>
      afterOpening(async () => {
        await write(token);
        change('signed in', isSamePerson);
      }),
    end,
    endEverywhere: async (token) => {
      try {
        await afterOpening(async () => {
          // What can't be read is forgotten too.
          const found = await read().catch(() => null);
          if (found === null || found === token) await forget();
        });
      } finally {
        tabs?.signOut();
      }
    },
    endIfStill: (rejected) =>
      afterOpening(async () => {
        if ((await read()) !== rejected) {
          return false;
        }
        await remove();
        change('ended', true);
        return true;
      }),
  };
}
