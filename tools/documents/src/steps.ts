import { match } from 'node:assert/strict';
import type { Step } from './plan.ts';
import { fill, type Places } from './places.ts';
import { withSettings } from './served.ts';
import { psql } from './shell.ts';

type Options = {
  /** What the output must match. */
  says?: RegExp;
  /** Places of this text alone, known when it runs. */
  places?: () => Places;
};

type Run = Step['run'];

/** Runs the text in bash, with the settings of the service. */
export const shell =
  ({ says = /^/, places = () => ({}) }: Options = {}): Run =>
  async (text) =>
    match(await withSettings(fill(text, places())), says);

/** Runs SQL in a database as the superuser. */
export const sql =
  (database: string, { says = /^/, places = () => ({}) }: Options = {}): Run =>
  async (text) =>
    match(await psql(`${fill(text, places())}\n;`, database), says);

/** Makes steps for blocks and commands of one page. */
export const stepsOf = (page: string) => ({
  block: (heading: string, run: Run): Step => ({ page, of: { block: heading }, run }),
  command: (words: string, run: Run = shell()): Step => ({
    page,
    of: { command: words },
    run,
  }),
});
