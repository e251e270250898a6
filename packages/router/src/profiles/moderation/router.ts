import { originOf } from '../../events/record.ts';
import { ActResults } from '../../events/results.ts';
import { moderatorProcedure } from '../../trpc.ts';
import { OneProfile, ProfileName } from '../schemas.ts';
import { hideMany, hideProfile, restoreMany, restoreProfile } from './acts.ts';
import {
  Filter,
  FoundProfiles,
  HideManyInput,
  HideProfileInput,
  InspectedProfile,
  NewsInput,
  ProfileNews,
  ProfileTally,
  RestoreManyInput,
  RestoreProfileInput,
  SearchProfilesInput,
} from './schemas.ts';
import { inspectProfile, readNews, searchProfiles, tallyProfiles } from './service.ts';

/** What moderators do with profiles: part of the profiles' router. */
export const moderationProcedures = {
  search: moderatorProcedure
    .input(SearchProfilesInput)
    .output(FoundProfiles)
    .query(({ ctx, input }) => searchProfiles(ctx.deps, input)),

  tally: moderatorProcedure
    .input(Filter)
    .output(ProfileTally)
    .query(({ ctx, input }) => tallyProfiles(ctx.deps, input)),

  news: moderatorProcedure
    .input(NewsInput)
    .output(ProfileNews)
    .query(({ ctx, input }) => readNews(ctx.deps, ctx.actor, input)),

  inspect: moderatorProcedure
    .input(ProfileName)
    .output(InspectedProfile)
    .query(({ ctx, input }) => inspectProfile(ctx.deps, input)),

  hide: moderatorProcedure
    .input(HideProfileInput)
    .output(OneProfile)
    .mutation(({ ctx, input }) => hideProfile(ctx.deps, ctx.actor, originOf(ctx.call), input)),

  restore: moderatorProcedure
    .input(RestoreProfileInput)
    .output(OneProfile)
    .mutation(({ ctx, input }) => restoreProfile(ctx.deps, ctx.actor, originOf(ctx.call), input)),

  hideMany: moderatorProcedure
    .input(HideManyInput)
    .output(ActResults)
    .mutation(({ ctx, input }) => hideMany(ctx.deps, ctx.actor, originOf(ctx.call), input)),

  restoreMany: moderatorProcedure
    .input(RestoreManyInput)
    .output(ActResults)
    .mutation(({ ctx, input }) => restoreMany(ctx.deps, ctx.actor, originOf(ctx.call), input)),
};
