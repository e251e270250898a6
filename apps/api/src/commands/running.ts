import type { Presence } from '@namecard/router';

/** Hosts and ports, such as `a:3001`. */
export const namesOf = (instances: readonly Presence[]): string[] =>
  instances.map(({ name }) => name);

/** Instances with other keys or another order derive codes differently. */
export const withOtherKeys = (
  running: readonly Presence[],
  ids: readonly string[],
): Presence[] => running.filter(({ keyIds }) => keyIds.join() !== ids.join());
