import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

/**
 * Tells its parent thread when each request is due, in milliseconds since 1970.
 * Node's own timers are one or two milliseconds late. Ten requests may be due in
 * that time.
 */
const { perSecond, count } = z
  .object({ perSecond: z.number(), count: z.number() })
  .parse(workerData);

const now = () => performance.timeOrigin + performance.now();
const never = new Int32Array(new SharedArrayBuffer(4));
const began = now();
for (let number = 0; number < count; number += 1) {
  const due = began + (number * 1_000) / perSecond;
  const wait = due - now();
  if (wait > 0) {
    Atomics.wait(never, 0, 0, wait);
  }
  parentPort?.postMessage(due);
}
