import type { Command } from 'commander';
import { readSettings } from '../settings/environment.ts';
import { misspelt } from '../settings/misspelt.ts';
import { settings } from '../settings/schema.ts';
import { otherwiseOf } from '../settings/table.ts';
import { jsonOption, print, run } from './run.ts';

const masked = '********';

/** What each setting is, and where that comes from; what goes where it is not set is in words. */
function list({ given, originOf }: ReturnType<typeof readSettings>) {
  return settings.map((setting) => {
    const { name, secret } = setting;
    const origin = originOf(name);
    if (origin === 'default') {
      return { name, value: otherwiseOf(setting).replaceAll('`', ''), origin };
    }
    return { name, value: secret ? masked : (given[name] ?? ''), origin };
  });
}

export function addConfigCommands(program: Command): void {
  program
    .command('config')
    .description(
      'print every setting with its value, secrets masked, and where it comes from',
    )
    .option(...jsonOption)
    .action(({ json = false }: { json?: boolean }) =>
      run(async () => {
        const listed = list(readSettings());
        const unknown = misspelt();
        const width = Math.max(...listed.map(({ name }) => name.length)) + 2;
        const lines = listed.map(
          ({ name, value, origin }) => `${name.padEnd(width)}${value}  (${origin})`,
        );
        const warning = `No settings of these names exist: ${unknown.join(', ')}`;
        const all = unknown.length > 0 ? [...lines, '', warning] : lines;
        print({ settings: listed, unknown }, all, { json });
      }),
    );
}
