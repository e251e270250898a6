import type { AppRouter } from '@namecard/router';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

export type User = Outputs['users']['updateMe']['data']['user'];
export type Profile = Outputs['profiles']['read']['data']['profile'];
export type ProfileCount = Outputs['profiles']['list']['data']['count'];

type PathsOf<Feature extends keyof Inputs> = `${Feature}.${Extract<keyof Inputs[Feature], string>}`;

/** The name of every procedure, such as `profiles.create`. */
export type ProcedurePath = { [Feature in keyof Inputs]: PathsOf<Feature> }[keyof Inputs];
