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
  search: moderatorOrKeyProcedure(moderationQuery('profiles.search', 'Find profiles'))
    .meta(expensive)
    .input(compiledInput(SearchProfilesInput))
    .output(compiled(FoundProfiles))
    .query(({ ctx, input }) => searchProfiles(ctx.deps, ctx.actor, input)),

  countMatching: moderatorOrKeyProcedure(
    moderationQuery('profiles.countMatching', 'Count the profiles that a search finds'),
  )
    .meta(expensive)
    .input(compiledInput(Filter.prefault({})))
    .output(compiled(ProfileCounts))
    .query(({ ctx, input }) => countMatching(ctx.deps, ctx.actor, input)),

  updates: moderatorOrKeyProcedure(
    moderationQuery(
      'profiles.updates',
      'Count profiles created or changed since a search',
    ),
  )
    .meta(expensive)
    .input(compiledInput(UpdatesInput))
    .output(compiled(ProfileUpdates))
    .query(({ ctx, input }) => readUpdates(ctx.deps, ctx.actor, input)),

  inspect: moderatorOrKeyProcedure(
    moderationQuery(
      'profiles.inspect',
      'Read a profile, its owner and the owner’s other profiles',
    ),
    readProfileErrors,
  )
    .input(compiledInput(ProfileName))
    .output(compiled(InspectedProfile))
    .query(({ ctx, input }) => inspectProfile(ctx.deps, ctx.actor, input)),

  town: moderatorOrKeyProcedure(
    moderationQuery('profiles.town', 'Name the town of a location'),
  )
    .input(compiledInput(Place))
    .output(compiled(Town))
    .query(({ ctx, input }) => {
      const { locationPrecision } = ctx.deps.settings;
      const { name = null, country = null } = nearestTown(input, locationPrecision) ?? {};
      return { data: { name, country } };
    }),

  hide: moderatorOrKeyProcedure(
    moderationMutation('profiles.hide', 'Hide a profile'),
    hideProfileErrors,
  )
    .input(compiledInput(HideProfileInput))
    .output(compiled(OneProfile))
    .mutation(({ ctx, input }) => hideProfile(ctx.deps, ctx.actor, input)),

  restore: moderatorOrKeyProcedure(
    moderationMutation('profiles.restore', 'Show a hidden profile again'),
    restoreProfileErrors,
  )
    .input(compiledInput(RestoreProfileInput))
    .output(compiled(OneProfile))
    .mutation(({ ctx, input }) => restoreProfile(ctx.deps, ctx.actor, input)),

  hideMany: moderatorOrKeyProcedure(
    moderationMutation(
      'profiles.hideMany',
      'Hide up to 100 profiles that have not changed since they were read',
    ),
    brakeErrors,
  )
    .input(compiledInput(HideManyInput))
    .output(compiled(ActionResults))
    .mutation(({ ctx, input }) => hideMany(ctx.deps, ctx.actor, input)),

  hideAllOf: moderatorOrKeyProcedure(
    moderationMutation('profiles.hideAllOf', 'Hide all profiles of an owner'),
    hideAllOfErrors,
  )
    .input(compiledInput(HideAllOfInput))
    .output(compiled(HiddenAllOf))
    .mutation(({ ctx, input }) => hideAllOf(ctx.deps, ctx.actor, input)),

  restoreMany: moderatorOrKeyProcedure(
    moderationMutation(
      'profiles.restoreMany',
      'Show up to 100 hidden profiles that have not changed since they were read',
    ),
    brakeErrors,
  )
    .input(compiledInput(RestoreManyInput))
    .output(compiled(ActionResults))
    .mutation(({ ctx, input }) => restoreMany(ctx.deps, ctx.actor, input)),
});
