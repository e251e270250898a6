import type { createCaller } from '@namecard/router';

type Report = ReturnType<typeof createCaller>['profiles']['report'];

export type ReportReason = Parameters<Report>[0]['reason'];
