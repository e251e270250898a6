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
        summary: 'Read changes of users and profiles',
        description:
          'For programs with a service key that has the scope `changes:read`. A program that follows `nextCursor` gets no change twice. Of `updated` changes older than an hour, it gets the newest of each user or profile. Changes of one user or profile come in the order in which they were made. Changes are kept for 30 days.',
        protect: true,
      },
    })
    .input(compiledInput(ListChangesInput))
    .output(compiled(ChangeList))
    .query(({ ctx, input }) => listChanges(ctx.deps, input)),
});
