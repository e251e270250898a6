import type { createCaller } from '@namecard/router';

type Report = ReturnType<typeof createCaller>['profiles']['report'];

/** Why a card is reported, as the service knows it. */
export type ReportReason = Parameters<Report>[0]['reason'];
