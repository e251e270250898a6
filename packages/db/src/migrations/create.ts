import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a migration for changed entities, and lists it. Takes `--name`. */
const folder = import.meta.dirname;
const list = join(folder, 'all.ts');
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: join(folder, '../..'), stdio: 'inherit' });

const names = (): string[] =>
  readdirSync(folder).flatMap((file) => /^(Migration\d+\w*)\.ts$/.exec(file)?.[1] ?? []);

const before = new Set(names());
run(
  'mikro-orm',
  'migration:create',
  '--config',
  './mikro-orm.config.ts',
  ...process.argv.slice(2),
);
for (const name of names().filter((one) => !before.has(one))) {
  appendFileSync(list, `export * from './${name}.ts';\n`);
  run('oxfmt', join(folder, `${name}.ts`));
}
