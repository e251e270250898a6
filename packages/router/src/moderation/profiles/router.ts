import { compiled, compiledInput } from '../../compiled.ts';
import { moderationMutation, moderationQuery } from '../../openapi.ts';
import { readProfileErrors } from '../../profiles/errors.ts';
import { OneProfile, Place, ProfileName } from '../../profiles/schemas.ts';
import { nearestTown } from '../../profiles/places/nearest-town.ts';
import { expensive, moderatorOrKeyProcedure, router } from '../../trpc.ts';
import { brakeErrors } from '../brake/errors.ts';
import { ActionResults } from '../schemas.ts';
import { hideAllOfErrors, hideProfileErrors, restoreProfileErrors } from './errors.ts';
import {
  hideAllOf,
  hideMany,
  hideProfile,
  restoreMany,
  restoreProfile,
} from './hide-and-restore.ts';
import { inspectProfile } from './inspect-profile.ts';
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
  Town,
  UpdatesInput,
} from './schemas.ts';
import { countMatching, searchProfiles } from './search/search-profiles.ts';
import { readUpdates } from './updates/read-updates.ts';

export const profilesRouter = router({
  search: moderatorOrKeyProcedure()
    .meta({
      ...expensive,
      ...moderationQuery({
        name: 'profiles.search',
        summary: 'Find profiles',
        for: 'moderators and keys',
      }),
    })
    .input(compiledInput(SearchProfilesInput))
    .output(compiled(FoundProfiles))
    .query(({ ctx, input }) => searchProfiles(ctx.deps, ctx.actor, input)),

  countMatching: moderatorOrKeyProcedure()
    .meta({
      ...expensive,
      ...moderationQuery({
        name: 'profiles.countMatching',
        summary: 'Count the profiles that a search finds',
        for: 'moderators and keys',
      }),
    })
    .input(compiledInput(Filter.prefault({})))
    .output(compiled(ProfileCounts))
    .query(({ ctx, input }) => countMatching(ctx.deps, ctx.actor, input)),

  updates: moderatorOrKeyProcedure()
    .meta({
      ...expensive,
      ...moderationQuery({
        name: 'profiles.updates',
        summary: 'Count profiles created or changed since a search',
        for: 'moderators and keys',
      }),
    })
    .input(compiledInput(UpdatesInput))
    .output(compiled(ProfileUpdates))
    .query(({ ctx, input }) => readUpdates(ctx.deps, ctx.actor, input)),

  inspect: moderatorOrKeyProcedure(readProfileErrors)
    .meta(
      moderationQuery({
        name: 'profiles.inspect',
        summary: 'Read a profile, its owner and the owner’s other profiles',
        for: 'moderators and keys',
      }),
    )
    .input(compiledInput(ProfileName))
    .output(compiled(InspectedProfile))
    .query(({ ctx, input }) => inspectProfile(ctx.deps, ctx.actor, input)),

  town: moderatorOrKeyProcedure()
    .meta(
      moderationQuery({
        name: 'profiles.town',
        summary: 'Name the town of a location',
        for: 'moderators and keys',
      }),
    )
    .input(compiledInput(Place))
    .output(compiled(Town))
    .query(({ ctx, input }) => {
      const { locationPrecision } = ctx.deps.settings;
      const { name = null, country = null } = nearestTown(input, locationPrecision) ?? {};
      return { data: { name, country } };
    }),

  hide: moderatorOrKeyProcedure(hideProfileErrors)
    .meta(
      moderationMutation({
        name: 'profiles.hide',
        summary: 'Hide a profile',
        for: 'moderators and keys',
      }),
    )
    .input(compiledInput(HideProfileInput))
    .output(compiled(OneProfile))
    .mutation(({ ctx, input }) => hideProfile(ctx.deps, ctx.actor, input)),

  restore: moderatorOrKeyProcedure(restoreProfileErrors)
    .meta(
      moderationMutation({
        name: 'profiles.restore',
        summary: 'Show a hidden profile again',
        for: 'moderators and keys',
      }),
    )
    .input(compiledInput(RestoreProfileInput))
    .output(compiled(OneProfile))
    .mutation(({ ctx, input }) => restoreProfile(ctx.deps, ctx.actor, input)),

  hideMany: moderatorOrKeyProcedure(brakeErrors)
    .meta(
      moderationMutation({
        name: 'profiles.hideMany',
        summary: 'Hide up to 100 profiles that have not changed since they were read',
        for: 'moderators and keys',
      }),
    )
    .input(compiledInput(HideManyInput))
    .output(compiled(ActionResults))
    .mutation(({ ctx, input }) => hideMany(ctx.deps, ctx.actor, input)),

  hideAllOf: moderatorOrKeyProcedure(hideAllOfErrors)
    .meta(
      moderationMutation({
        name: 'profiles.hideAllOf',
        summary: 'Hide all profiles of an owner',
        for: 'moderators and keys',
      }),
    )
    .input(compiledInput(HideAllOfInput))
    .output(compiled(HiddenAllOf))
    .mutation(({ ctx, input }) => hideAllOf(ctx.deps, ctx.actor, input)),

  restoreMany: moderatorOrKeyProcedure(brakeErrors)
    .meta(
      moderationMutation({
        name: 'profiles.restoreMany',
        summary:
          'Show up to 100 hidden profiles that have not changed since they were read',
        for: 'moderators and keys',
      }),
    )
    .input(compiledInput(RestoreManyInput))
    .output(compiled(ActionResults))
    .mutation(({ ctx, input }) => restoreMany(ctx.deps, ctx.actor, input)),
});
