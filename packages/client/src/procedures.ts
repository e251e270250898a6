import type { AppRouter } from '@namecard/router';
import type {
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

type PathsOf<Record> = {
  [Name in keyof Record & string]: Record[Name] extends AnyTRPCProcedure
    ? Name
    : `${Name}.${PathsOf<Record[Name]>}`;
}[keyof Record & string];

/** The names of all procedures, such as `profiles.create`. */
export type ProcedurePath = PathsOf<AppRouter['_def']['record']>;
