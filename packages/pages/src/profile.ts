import type { createCaller } from '@namecard/router';

type Read = ReturnType<typeof createCaller>['profiles']['read'];

/** A card, as the service gives it. */
export type Profile = Awaited<ReturnType<Read>>['data']['profile'];
