import { auditRouter } from './audit/router.ts';
import { authRouter } from './auth/router.ts';
import { changesRouter } from './changes/router.ts';
import { moderationRouter } from './moderation/router.ts';
import { profilesRouter } from './profiles/router.ts';
import { createCallerFactory, router } from './trpc.ts';
import { usersRouter } from './users/router.ts';
import { webhooksRouter } from './webhooks/router.ts';

/** Every procedure. REST, tRPC and the document are made from it. */
export const appRouter = router({
  auth: authRouter,
  users: usersRouter,
  profiles: profilesRouter,
  moderation: moderationRouter,
  audit: auditRouter,
  webhooks: webhooksRouter,
  changes: changesRouter,
});

export type AppRouter = typeof appRouter;

/** Calls procedures inside the process. */
export const createCaller = createCallerFactory(appRouter);
