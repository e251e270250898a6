import { router, scopedProcedure } from '../trpc.ts';
import { ChangeList, ListChangesInput } from './schemas.ts';
import { listChanges } from './service.ts';

export const changesRouter = router({
  list: scopedProcedure('changes:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/changes',
        operationId: 'listChanges',
        tags: ['Changes', 'Extension'],
        summary: 'Read what has happened to users and profiles',
        description:
          'For programs that keep up with them, by a service key with the scope `changes:read`. Every change comes exactly once to whoever follows `nextCursor`, and those of one user or profile in the order in which they were made. Changes are kept for 30 days.',
        protect: true,
        errorResponses: {
          403: 'The key does not have the scope `changes:read` (`SCOPE_MISSING`).',
          410: 'Changes after the cursor are kept no longer, or it is of before the database was restored or moved (`CURSOR_EXPIRED`).',
        },
      },
    })
    .input(ListChangesInput)
    .output(ChangeList)
    .query(({ ctx, input }) => listChanges(ctx.deps, input)),
});
