import type { AppRouter } from '@namecard/router';
import type {
  AnyTRPCMutationProcedure,
  AnyTRPCProcedure,
  inferRouterInputs,
  inferRouterOutputs,
} from '@trpc/server';

export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

export type User = Outputs['users']['updateMe']['data']['user'];
export type Profile = Outputs['profiles']['read']['data']['profile'];
/** Why a profile of the user is hidden; from `api.profiles.mine`. */
export type Notice = Outputs['profiles']['mine']['data']['notices'][number];
export type ProfileCount = Outputs['profiles']['list']['data']['count'];

type PathsOf<Record, Kind> = {
  [Name in keyof Record & string]: Record[Name] extends AnyTRPCProcedure
    ? Record[Name] extends Kind
      ? Name
      : never
    : `${Name}.${PathsOf<Record[Name], Kind>}`;
}[keyof Record & string];

type PathsOfKind<Kind> = PathsOf<AppRouter['_def']['record'], Kind>;

/** The names of all procedures, such as `profiles.create`. */
export type ProcedurePath = PathsOfKind<AnyTRPCProcedure>;

export type MutationPath = PathsOfKind<AnyTRPCMutationProcedure>;
