import { moderatorProcedure, router } from '../trpc.ts';
import { EventExport, EventList, ExportEventsInput, ListEventsInput } from './schemas.ts';
import { exportEvents, listEvents } from './service.ts';

export const eventsRouter = router({
  list: moderatorProcedure
    .input(ListEventsInput)
    .output(EventList)
    .query(({ ctx, input }) => listEvents(ctx.deps, ctx.actor, input)),

  exportCsv: moderatorProcedure
    .input(ExportEventsInput)
    .output(EventExport)
    .query(({ ctx, input }) => exportEvents(ctx.deps, ctx.actor, input)),
});
