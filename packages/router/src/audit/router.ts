import { expensive, moderatorProcedure, router } from '../trpc.ts';
import { listActions } from './actions/service.ts';
import {
  AuditActions,
  AuditExport,
  AuditList,
  ExportAuditInput,
  ListAuditInput,
} from './schemas.ts';
import { exportEvents, listEvents } from './service.ts';

export const auditRouter = router({
  list: moderatorProcedure()
    .meta(expensive)
    .input(ListAuditInput)
    .output(AuditList)
    .query(({ ctx, input }) => listEvents(ctx.deps, ctx.actor, input)),

  listActions: moderatorProcedure()
    .meta(expensive)
    .input(ListAuditInput)
    .output(AuditActions)
    .query(({ ctx, input }) => listActions(ctx.deps, ctx.actor, input)),

  exportCsv: moderatorProcedure()
    .meta(expensive)
    .input(ExportAuditInput)
    .output(AuditExport)
    .query(({ ctx, input }) => exportEvents(ctx.deps, ctx.actor, input)),
});
