const pending = new Set<() => Promise<void>>();

/** Cleans up after the work, also if `endAtSignals` ends the process before. */
export async function cleaningUp<Result>(
  cleanUp: () => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  pending.add(cleanUp);
  try {
    return await work();
  } finally {
    if (pending.delete(cleanUp)) await cleanUp();
  }
}

/** For a command: Ctrl+C leaves no half of a file, and no server that nobody stops. */
export function endAtSignals() {
  const ending = { came: false };
  const end = (signal: NodeJS.Signals) => {
    ending.came = true;
    const all = [...pending].toReversed().map((cleanUp) => cleanUp());
    pending.clear();
    // Nothing listens any more, so this ends the process.
    void Promise.allSettled(all).then(() => process.kill(process.pid, signal));
  };
  const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;
  // Each once, so that the second Ctrl+C does not wait.
  for (const signal of signals) process.once(signal, end);
  const stop = () => signals.forEach((signal) => process.off(signal, end));
  return Object.assign(ending, { [Symbol.dispose]: stop });
}
