import type { createCaller } from '@namecard/router';

type Change = Parameters<ReturnType<typeof createCaller>['users']['updateMe']>[0];

export type Identity = Exclude<keyof Exclude<Change, void>, 'username'>;
