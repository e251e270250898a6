import { compiled, compiledInput } from '../compiled.ts';
import { router, scopedProcedure } from '../trpc.ts';
import { listChangesErrors } from './errors.ts';
import { listChanges } from './list-changes.ts';
import { ChangeList, ListChangesInput } from './schemas.ts';

export const changesRouter = router({
  list: scopedProcedure('changes:read')(listChangesErrors)
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
      },
    })
    .input(compiledInput(ListChangesInput))
    .output(compiled(ChangeList))
    .query(({ ctx, input }) => listChanges(ctx.deps, input)),
});
