import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds to wait, longer than any pause of the service. */
const timeout = 90_000;

/** Checks until there is a value. Fails with `otherwise` after the timeout. */
export async function soon<Value>(
  look: () => Value | undefined | Promise<Value | undefined>,
  otherwise: string,
): Promise<Value> {
  for (const deadline = Date.now() + timeout; Date.now() < deadline;) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(10);
  }
  throw new Error(otherwise);
}
