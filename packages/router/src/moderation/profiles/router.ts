import { ActionResults } from '../../audit/schemas.ts';
import { readProfileErrors } from '../../profiles/errors.ts';
import { OneProfile, ProfileName } from '../../profiles/schemas.ts';
import { expensive, moderatorProcedure, removing, router } from '../../trpc.ts';
import { hideAllOfErrors } from './errors.ts';
import {
  Filter,
  FoundProfiles,
  HiddenAllOf,
  HideAllOfInput,
  HideManyInput,
  HideProfileInput,
  InspectedProfile,
  ProfileCounts,
  ProfileUpdates,
  RestoreManyInput,
  RestoreProfileInput,
  SearchProfilesInput,
  UpdatesInput,
} from './schemas.ts';
import { countMatching, searchProfiles } from './search/service.ts';
import {
  hideAllOf,
  hideMany,
  hideProfile,
  inspectProfile,
  restoreMany,
  restoreProfile,
} from './service.ts';
import { readUpdates } from './updates/service.ts';

export const profilesRouter = router({
  search: moderatorProcedure()
    .meta(expensive)
    .input(SearchProfilesInput)
    .output(FoundProfiles)
    .query(({ ctx, input }) => searchProfiles(ctx.deps, input)),

  countMatching: moderatorProcedure()
    .meta(expensive)
    .input(Filter)
    .output(ProfileCounts)
    .query(({ ctx, input }) => countMatching(ctx.deps, input)),

  updates: moderatorProcedure()
    .meta(expensive)
    .input(UpdatesInput)
    .output(ProfileUpdates)
    .query(({ ctx, input }) => readUpdates(ctx.deps, ctx.actor, input)),

  inspect: moderatorProcedure(readProfileErrors)
    .input(ProfileName)
    .output(InspectedProfile)
    .query(({ ctx, input }) => inspectProfile(ctx.deps, input)),

  hide: moderatorProcedure(readProfileErrors)
    .meta(removing)
    .input(HideProfileInput)
    .output(OneProfile)
    .mutation(({ ctx, input }) => hideProfile(ctx.deps, ctx.actor, input)),

  restore: moderatorProcedure(readProfileErrors)
    .input(RestoreProfileInput)
    .output(OneProfile)
    .mutation(({ ctx, input }) => restoreProfile(ctx.deps, ctx.actor, input)),

  hideMany: moderatorProcedure()
    .meta(removing)
    .input(HideManyInput)
    .output(ActionResults)
    .mutation(({ ctx, input }) => hideMany(ctx.deps, ctx.actor, input)),

  hideAllOf: moderatorProcedure(hideAllOfErrors)
    .meta(removing)
    .input(HideAllOfInput)
    .output(HiddenAllOf)
    .mutation(({ ctx, input }) => hideAllOf(ctx.deps, ctx.actor, input)),

  restoreMany: moderatorProcedure()
    .input(RestoreManyInput)
    .output(ActionResults)
    .mutation(({ ctx, input }) => restoreMany(ctx.deps, ctx.actor, input)),
});
