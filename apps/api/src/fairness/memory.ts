import { setFlagsFromString, getHeapStatistics } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ServiceTelemetry } from '../watch/telemetry.ts';

/** How much memory the process may take, in bytes unless said otherwise. */
export type MemoryBounds = {
  /** The part of V8's heap limit. Beyond it V8 does little but collect, then ends the process. */
  heap: number;
  /** The heap and what it refers to outside of it, such as the bodies of requests. */
  live: number;
  /** All of it: what a container counts. */
  resident: number;
};

const mebibyte = 1024 * 1024;

/** An instance stays below 512 MiB. Work under way when it begins to refuse takes some more. */
export const productionMemory: MemoryBounds = {
  heap: 0.85,
  live: 360 * mebibyte,
  resident: 448 * mebibyte,
};

/** All there is. */
export const boundlessMemory: MemoryBounds = {
  heap: Infinity,
  live: Infinity,
  resident: Infinity,
};

/** Milliseconds between two collections: one holds everybody up for some 100. */
const collectInterval = 10_000;

/** Start lines give `--expose-gc`. Without it V8 is told now. */
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
  /** Measures, and collects where that may help. To be called once a second. */
  look(): void;
  /** Whether work is refused. */
  isExceeded(): boolean;
};

/**
 * Says when memory is used up: where it is beyond its bounds although garbage was
 * collected. Memory that only waits to be collected is never a reason to refuse.
 */
export function guardMemory(
  bounds: MemoryBounds,
  telemetry: Pick<ServiceTelemetry, 'collected'>,
): MemoryGuard {
  const collectGarbage = exposedCollector();
  let collectedAt = -Infinity;
  let hasCollected = false;
  let isExceeded = false;
  const collect = (now: number) => {
    // External memory is given back by the second full collection, not by the first.
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
