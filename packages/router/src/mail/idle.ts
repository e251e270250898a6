/** Those that wait for work: each ends its wait when it is woken, or by itself after a while. */
export type Idle = {
  /** Resolves when woken or after so many milliseconds; at once where somebody was woken while none waited. */
  wait(milliseconds: number): Promise<void>;
  /** Ends one wait, or the next one to begin. */
  wakeOne(): void;
  /** Ends all waits, and those to come. */
  end(): void;
};

export function createIdle(): Idle {
  const waiting = new Set<() => void>();
  let missed = false;
  let ended = false;
  return {
    wait: async (milliseconds) => {
      if (missed || ended) {
        missed = false;
        return;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, milliseconds).unref();
      waiting.add(resolve);
      await promise;
      clearTimeout(timer);
      waiting.delete(resolve);
    },
    wakeOne: () => {
      const [first] = waiting;
      if (first) {
        waiting.delete(first);
        first();
      } else {
        missed = true;
      }
    },
    end: () => {
      ended = true;
      for (const resolve of waiting) {
        resolve();
      }
    },
  };
}
