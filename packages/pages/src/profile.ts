import type { createCaller } from '@namecard/router';

type Read = ReturnType<typeof createCaller>['profiles']['read'];

/** A card as the API answers it. */
export type Profile = Awaited<ReturnType<Read>>['data']['profile'];
