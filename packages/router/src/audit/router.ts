import { compiled, compiledInput } from '../compiled.ts';
import { moderationQuery } from '../openapi.ts';
import {
  expensive,
  moderatorOrKeyProcedure,
  moderatorProcedure,
  router,
} from '../trpc.ts';
import { listActions } from './list-actions.ts';
import { exportEvents, listEvents } from './read-events.ts';
import {
  AuditActions,
  AuditExport,
  AuditList,
  ExportAuditInput,
  ListAuditInput,
} from './schemas.ts';

export const auditRouter = router({
  list: moderatorOrKeyProcedure(
    moderationQuery('audit.list', 'List events of the history'),
  )
    .meta(expensive)
    .input(compiledInput(ListAuditInput))
    .output(compiled(AuditList))
    .query(({ ctx, input }) => listEvents(ctx.deps, ctx.actor, input)),

  listActions: moderatorOrKeyProcedure(
    moderationQuery('audit.listActions', 'List actions of the history'),
  )
    .meta(expensive)
    .input(compiledInput(ListAuditInput))
    .output(compiled(AuditActions))
    .query(({ ctx, input }) => listActions(ctx.deps, ctx.actor, input)),

  exportCsv: moderatorProcedure(
    moderationQuery('audit.exportCsv', 'Read the history as CSV; the history records it'),
  )
    .meta(expensive)
    .input(compiledInput(ExportAuditInput.prefault({})))
    .output(compiled(AuditExport))
    .query(({ ctx, input }) => exportEvents(ctx.deps, ctx.actor, input)),
});
