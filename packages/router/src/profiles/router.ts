import { compiled, compiledInput } from '../compiled.ts';
import { Nothing } from '../schemas.ts';
import {
  expensive,
  publicProfileProcedure,
  anybodyProcedure,
  recentSignInProcedure,
  router,
  userOrKeyProcedure,
  userProcedure,
} from '../trpc.ts';
import { appealProfile } from './appeal-profile.ts';
import { createProfile } from './create-profile.ts';
import {
  appealProfileErrors,
  createProfileErrors,
  ownProfileErrors,
  readProfileErrors,
  reportProfileErrors,
} from './errors.ts';
import { listMine, listProfiles, readProfile, walkProfiles } from './read-profiles.ts';
import { removeProfile } from './remove-profile.ts';
import { listMyReports } from './my-reports.ts';
import { reportProfile } from './report-profile.ts';
import {
  AppealProfileInput,
  ChooseReadersInput,
  CreatedProfile,
  CreateProfileInput,
  FoundProfiles,
  ListMineInput,
  ListProfilesInput,
  MyProfiles,
  MyReports,
  OneProfile,
  ProfileList,
  ProfileName,
  ProfileWalk,
  ReportProfileInput,
  SearchProfilesInput,
  UpdateLocationInput,
  UpdateSocialsInput,
  WalkProfilesInput,
} from './schemas.ts';
import { searchProfiles } from './search-profiles.ts';
import { chooseReaders, updateLocation, updateSocials } from './update-profile.ts';

export const profilesRouter = router({
  create: userProcedure(createProfileErrors)
    .meta({
      openapi: {
        method: 'POST',
        path: '/profiles',
        operationId: 'createProfile',
        tags: ['Profiles'],
        summary: 'Create a profile',
        description:
          'An account can have several profiles. The username belongs to the profile, not to its owner. A repeated call within 24 hours, with the same username and referral, is answered with the profile as it is now.',
        protect: true,
      },
    })
    .input(compiledInput(CreateProfileInput))
    .output(compiled(CreatedProfile))
    .mutation(({ ctx, input }) => createProfile(ctx.deps, ctx.actor, input)),

  list: userOrKeyProcedure('profiles:read')()
    .meta({
      rest: { conditional: true },
      openapi: {
        method: 'GET',
        path: '/profiles',
        operationId: 'listProfiles',
        tags: ['Profiles'],
        summary: 'List profiles',
        description:
          'In the order of creation. The counts include all profiles. Only moderators get hidden profiles, so other callers use `count.active` to compute the pages.',
        protect: true,
      },
    })
    .input(compiledInput(ListProfilesInput.prefault({})))
    .output(compiled(ProfileList))
    .query(({ ctx, input }) => listProfiles(ctx.deps, ctx.actor, input)),

  walk: userOrKeyProcedure('profiles:read')()
    .meta({
      openapi: {
        method: 'GET',
        path: '/profiles/walk',
        operationId: 'walkProfiles',
        tags: ['Profiles', 'Extension'],
        summary: 'Walk through all profiles, oldest first',
        description:
          'For clients that need all profiles. A profile comes exactly once if it was created before the walk began, and is not hidden or deleted during the walk. New profiles do not change that.',
        protect: true,
      },
    })
    .input(compiledInput(WalkProfilesInput))
    .output(compiled(ProfileWalk))
    .query(({ ctx, input }) => walkProfiles(ctx.deps, ctx.actor, input)),

  search: userOrKeyProcedure('profiles:read')()
    .meta({
      ...expensive,
      openapi: {
        method: 'GET',
        path: '/profiles/search',
        operationId: 'searchProfiles',
        tags: ['Profiles', 'Extension'],
        summary: 'Find profiles by words of their username and text',
        description: 'Finds only profiles that are not hidden. Newest first.',
        protect: true,
      },
    })
    .input(compiledInput(SearchProfilesInput))
    .output(compiled(FoundProfiles))
    .query(({ ctx, input }) => searchProfiles(ctx.deps, ctx.actor, input)),

  mine: userProcedure()
    .meta({
      openapi: {
        method: 'GET',
        path: '/users/me/profiles',
        operationId: 'listMyProfiles',
        tags: ['Profiles', 'Extension'],
        summary: 'List your own profiles, newest first',
        description: 'Includes hidden profiles and the reasons for hiding them.',
        protect: true,
      },
    })
    .input(compiledInput(ListMineInput.prefault({})))
    .output(compiled(MyProfiles))
    .query(({ ctx, input }) =>
      listMine(ctx.deps, ctx.actor, { ...input, isPage: ctx.call.page !== undefined }),
    ),

  read: publicProfileProcedure(readProfileErrors)
    .meta({
      openapi: {
        method: 'GET',
        path: '/profiles/{username}',
        operationId: 'getProfile',
        tags: ['Profiles', 'Extension'],
        summary: 'Read one profile',
        description:
          'Needs no token if the operator has made profiles public (`PUBLIC_PROFILES`) and its owner lets anybody read it.',
        protect: true,
      },
    })
    .input(compiledInput(ProfileName))
    .output(compiled(OneProfile))
    .query(({ ctx, input }) => readProfile(ctx.deps, ctx.actor, input)),

  updateSocials: userProcedure(ownProfileErrors)
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/profiles/{username}/socials',
        operationId: 'updateProfileSocials',
        tags: ['Profiles'],
        summary: 'Update the social links and the about text of your profile',
        description: 'Fields that are not sent stay as they are.',
        protect: true,
      },
    })
    .input(compiledInput(UpdateSocialsInput))
    .output(compiled(OneProfile))
    .mutation(({ ctx, input }) => updateSocials(ctx.deps, ctx.actor, input)),

  updateLocation: userProcedure(ownProfileErrors)
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/profiles/{username}/location',
        operationId: 'updateProfileLocation',
        tags: ['Profiles', 'Extension'],
        summary: 'Set or clear the location of your profile',
        description: 'The exact location is stored. Others may get it rounded.',
        protect: true,
      },
    })
    .input(compiledInput(UpdateLocationInput))
    .output(compiled(OneProfile))
    .mutation(({ ctx, input }) => updateLocation(ctx.deps, ctx.actor, input)),

  chooseReaders: userProcedure(ownProfileErrors)
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/profiles/{username}/readers',
        operationId: 'chooseProfileReaders',
        tags: ['Profiles', 'Extension'],
        summary: 'Choose who may read your profile: anybody, or signed-in people alone',
        description:
          'A new profile is for anybody if profiles are public when it is created (`PUBLIC_PROFILES`), otherwise for members. Signed-in people and programs read both. `GET /users/me/profiles` names the profiles for members alone.',
        protect: true,
      },
    })
    .input(compiledInput(ChooseReadersInput))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => chooseReaders(ctx.deps, ctx.actor, input)),

  report: anybodyProcedure(reportProfileErrors)
    .meta({
      openapi: {
        method: 'POST',
        path: '/profiles/{username}/reports',
        operationId: 'reportProfile',
        tags: ['Profiles', 'Extension'],
        summary: 'Report a profile to the moderators',
        description:
          'Needs no token. Without one, the call also succeeds if it can’t read the profile, whether or not there is one. The owner never learns who reported the profile. There are daily limits (`REPORT_LIMIT`, `REPORTS_FULL`). Reports of `danger` without an account have limits of their own.',
        protect: true,
      },
    })
    .input(compiledInput(ReportProfileInput))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) =>
      reportProfile(ctx.deps, { ...ctx.call, actor: ctx.actor }, input),
    ),

  myReports: userProcedure()
    .meta({
      openapi: {
        method: 'GET',
        path: '/users/me/reports',
        operationId: 'listMyReports',
        tags: ['Profiles', 'Extension'],
        summary: 'List your own reports and what became of them',
        description: 'The newest 50. A decision shows once it has stood for ten minutes.',
        protect: true,
      },
    })
    .output(compiled(MyReports))
    .query(({ ctx }) => listMyReports(ctx.deps, ctx.actor)),

  appeal: userProcedure(appealProfileErrors)
    .meta({
      openapi: {
        method: 'POST',
        path: '/profiles/{username}/appeals',
        operationId: 'appealProfile',
        tags: ['Profiles', 'Extension'],
        summary: 'Ask for another look at your hidden profile',
        description:
          'Works once for each time the profile was hidden. The answer appears in the place of the reason.',
        protect: true,
      },
    })
    .input(compiledInput(AppealProfileInput))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => appealProfile(ctx.deps, ctx.actor, input)),

  remove: recentSignInProcedure(ownProfileErrors)
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/profiles/{username}',
        operationId: 'removeProfile',
        tags: ['Profiles', 'Extension'],
        summary: 'Delete your profile for good',
        description:
          'Needs a sign-in within the last hour. If the profile had its username for a week, nobody but you can take that username for 90 days.',
        protect: true,
      },
    })
    .input(compiledInput(ProfileName))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => removeProfile(ctx.deps, ctx.actor, input)),
});
