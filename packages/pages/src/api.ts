import type { createCaller } from '@namecard/router';

/** The procedures. */
export type Api = ReturnType<typeof createCaller>;

/** A card as the API answers it. */
export type Profile = Awaited<ReturnType<Api['profiles']['read']>>['data']['profile'];

export type ReportReason = Parameters<Api['profiles']['report']>[0]['reason'];

type Change = Parameters<Api['users']['updateMe']>[0];

export type Identity = Exclude<keyof Exclude<Change, void>, 'username'>;
