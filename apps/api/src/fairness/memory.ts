import { setFlagsFromString, getHeapStatistics } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ServiceTelemetry } from '../watch/telemetry.ts';

/*
 * Problem: a process that uses up its memory is killed with all its requests. But
 * the used memory alone says little, because much of it may be garbage.
 *
 * Plan: measure once a second. Above a limit, collect garbage. If the next
 * measurement is still above a limit, refuse new work. A measurement below all
 * limits ends the refusal.
 *
 * Price: each collection blocks the process for about 100 ms, at most once in ten
 * seconds. Memory that fills up within a second is noticed too late.
 */

/** Memory limits of the process, in bytes unless noted. */
export type MemoryBounds = {
  /**
   * A fraction of V8's limit. Near the limit V8 spends its time on collections,
   * then exits.
   */
  heap: number;
  /** The heap and its external memory, such as bodies of requests. */
  live: number;
  /** All resident memory, as a container counts it. */
  resident: number;
};

const mebibyte = 1024 * 1024;

/** Below 512 MiB. Calls that already run may use more after refusing begins. */
export const productionMemory: MemoryBounds = {
  heap: 0.85,
  live: 360 * mebibyte,
  resident: 448 * mebibyte,
};

/** Milliseconds between two collections. */
const collectInterval = 10_000;

/** Our start commands pass `--expose-gc`. Without it this enables gc now. */
function exposedCollector(): () => void {
  const { gc } = globalThis;
  if (gc) {
    return () => {
      gc();
    };
  }
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return typeof collect === 'function' ? () => void collect() : () => {};
}

function isBeyond(bounds: MemoryBounds): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  const { heapUsed, external, rss } = process.memoryUsage();
  return (
    used > limit * bounds.heap ||
    heapUsed + external > bounds.live ||
    rss > bounds.resident
  );
}

export type MemoryGuard = {
  /** Measures memory and collects garbage if needed. Call it once a second. */
  look(): void;
  /** Whether new work must be refused. */
  isExceeded(): boolean;
};

export function guardMemory(
  bounds: MemoryBounds,
  telemetry: Pick<ServiceTelemetry, 'collected'>,
  collectGarbage = exposedCollector(),
): MemoryGuard {
  let collectedAt = -Infinity;
  let hasCollected = false;
  let isExceeded = false;
  const collect = (now: number) => {
    // External memory is freed by the second full collection, not by the first.
    collectGarbage();
    collectGarbage();
    collectedAt = now;
    hasCollected = true;
    telemetry.collected((performance.now() - now) / 1_000);
  };
  return {
    isExceeded: () => isExceeded,
    look: () => {
      const now = performance.now();
      if (!isBeyond(bounds)) {
        hasCollected = false;
        isExceeded = false;
        return;
      }
      isExceeded ||= hasCollected;
      if (now - collectedAt >= collectInterval) {
        collect(now);
      }
    },
  };
}
