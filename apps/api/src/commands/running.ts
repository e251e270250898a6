import type { Presence } from '@namecard/router';

/** Where they listen, such as `a:3001`. */
export const namesOf = (instances: readonly Presence[]): string[] =>
  instances.map(({ name }) => name);

/** Those that run with another list of keys, or with the same in another order: they derive codes with another key. */
export const withOtherKeys = (
  running: readonly Presence[],
  ids: readonly string[],
): Presence[] => running.filter(({ keyIds }) => keyIds.join() !== ids.join());
