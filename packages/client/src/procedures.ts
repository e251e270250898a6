import type { AppRouter } from '@namecard/router';
import type { AnyTRPCProcedure, inferRouterInputs, inferRouterOutputs } from '@trpc/server';

/** What each procedure takes. */
export type Inputs = inferRouterInputs<AppRouter>;

/** What each procedure gives. */
export type Outputs = inferRouterOutputs<AppRouter>;

export type User = Outputs['users']['updateMe']['data']['user'];
export type Profile = Outputs['profiles']['read']['data']['profile'];
export type ProfileCount = Outputs['profiles']['list']['data']['count'];

type PathsOf<Record> = {
  [Name in keyof Record & string]: Record[Name] extends AnyTRPCProcedure
    ? Name
    : `${Name}.${PathsOf<Record[Name]>}`;
}[keyof Record & string];

/** The name of every procedure, such as `profiles.create`. */
export type ProcedurePath = PathsOf<AppRouter['_def']['record']>;
