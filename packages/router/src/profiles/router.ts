import { freshSignInDescription, scopeDescription } from '../access/errors.ts';
import { IdempotencyHeaders } from '../idempotency/schemas.ts';
import { once } from '../idempotency/service.ts';
import { Nothing } from '../schemas.ts';
import { synchronous } from '../synchronous.ts';
import {
  recentSignInProcedure,
  removing,
  router,
  userOrKeyProcedure,
  userProcedure,
} from '../trpc.ts';
import {
  CreatedProfile,
  CreateProfileInput,
  ListMineInput,
  ListProfilesInput,
  MyProfiles,
  OneProfile,
  ProfileList,
  ProfileName,
  ProfileWalk,
  UpdateLocationInput,
  UpdateSocialsInput,
  WalkProfilesInput,
} from './schemas.ts';
import { creationErrors } from './errors.ts';
import {
  createProfile,
  listMine,
  listProfiles,
  readProfile,
  removeProfile,
  updateLocation,
  updateSocials,
  walkProfiles,
} from './service.ts';

const notFound = 'There is no such profile, or it is hidden from you (`PROFILE_NOT_FOUND`).';
const notOwner = 'The profile is somebody else’s (`NOT_OWNER`).';

export const profilesRouter = router({
  create: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/profiles',
        operationId: 'createProfile',
        tags: ['Profiles'],
        summary: 'Create a profile',
        requestHeaders: IdempotencyHeaders,
        protect: true,
        errorResponses: {
          403: 'The account has as many profiles as it may (`PROFILE_LIMIT`).',
          409: 'The username is taken (`USERNAME_TAKEN`), or a request with the same `Idempotency-Key` is still running (`IDEMPOTENCY_KEY_IN_USE`).',
          422: 'The `Idempotency-Key` was sent with another body before (`IDEMPOTENCY_KEY_REUSED`).',
        },
      },
    })
    .input(synchronous(CreateProfileInput))
    .output(synchronous(CreatedProfile))
    .mutation(({ ctx: { deps, actor, call }, input }) =>
      once(
        deps,
        actor,
        {
          procedure: 'profiles.create',
          key: call.idempotencyKey,
          input,
          output: CreatedProfile,
          errors: creationErrors(deps.settings),
        },
        (inner) => createProfile(inner, actor, input),
      ),
    ),

  list: userOrKeyProcedure('profiles:read')
    .meta({
      rest: { conditional: true },
      openapi: {
        method: 'GET',
        path: '/profiles',
        operationId: 'listProfiles',
        tags: ['Profiles'],
        summary: 'List profiles',
        description:
          'By creation time. The counts are of all profiles; hidden ones are listed to moderators alone, so others page by `count.active`.',
        protect: true,
        errorResponses: { 403: scopeDescription('profiles:read') },
      },
    })
    .input(synchronous(ListProfilesInput))
    .output(synchronous(ProfileList))
    .query(({ ctx, input }) => listProfiles(ctx.deps, ctx.actor, input)),

  walk: userOrKeyProcedure('profiles:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/profiles/walk',
        operationId: 'walkProfiles',
        tags: ['Profiles', 'Extension'],
        summary: 'Walk through all profiles, oldest first',
        description:
          'For clients that want them all. Every profile committed before the walk began, and not hidden or deleted during it, comes exactly once, however many are created meanwhile.',
        protect: true,
        errorResponses: { 403: scopeDescription('profiles:read') },
      },
    })
    .input(WalkProfilesInput)
    .output(ProfileWalk)
    .query(({ ctx, input }) => walkProfiles(ctx.deps, ctx.actor, input)),

  mine: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/users/me/profiles',
        operationId: 'listMyProfiles',
        tags: ['Profiles', 'Extension'],
        summary: 'List your own profiles, newest first',
        protect: true,
      },
    })
    .input(ListMineInput)
    .output(MyProfiles)
    .query(({ ctx, input }) => listMine(ctx.deps, ctx.actor, input)),

  read: userOrKeyProcedure('profiles:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/profiles/{username}',
        operationId: 'getProfile',
        tags: ['Profiles', 'Extension'],
        summary: 'Read one profile',
        protect: true,
        errorResponses: { 403: scopeDescription('profiles:read'), 404: notFound },
      },
    })
    .input(synchronous(ProfileName))
    .output(synchronous(OneProfile))
    .query(({ ctx, input }) => readProfile(ctx.deps, ctx.actor, input)),

  updateSocials: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/profiles/{username}/socials',
        operationId: 'updateProfileSocials',
        tags: ['Profiles'],
        summary: 'Update the social links and the about text of your profile',
        protect: true,
        errorResponses: { 403: notOwner, 404: notFound },
      },
    })
    .input(synchronous(UpdateSocialsInput))
    .output(synchronous(OneProfile))
    .mutation(({ ctx, input }) => updateSocials(ctx.deps, ctx.actor, input)),

  updateLocation: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/profiles/{username}/location',
        operationId: 'updateProfileLocation',
        tags: ['Profiles', 'Extension'],
        summary: 'Set or clear the location of your profile',
        protect: true,
        errorResponses: { 403: notOwner, 404: notFound },
      },
    })
    .input(UpdateLocationInput)
    .output(synchronous(OneProfile))
    .mutation(({ ctx, input }) => updateLocation(ctx.deps, ctx.actor, input)),

  remove: recentSignInProcedure
    .meta({
      ...removing,
      openapi: {
        method: 'DELETE',
        path: '/profiles/{username}',
        operationId: 'removeProfile',
        tags: ['Profiles', 'Extension'],
        summary: 'Delete your profile for good',
        description:
          'Takes a sign-in of the last hour. A username that was held for a week rests for 90 days, for all but you.',
        protect: true,
        errorResponses: { 403: `${notOwner} ${freshSignInDescription}`, 404: notFound },
      },
    })
    .input(synchronous(ProfileName))
    .output(Nothing)
    .mutation(({ ctx, input }) => removeProfile(ctx.deps, ctx.actor, input)),
});
