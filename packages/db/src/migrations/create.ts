import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a migration for changed entities, and lists it. Takes `--name`. */
const folder = import.meta.dirname;
const index = join(folder, 'index.ts');
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
  const listed = readFileSync(index, 'utf8')
    .replace(/\n\n(?=\/\*\*)/, `\nimport { ${name} } from './${name}.ts';\n\n`)
    .replace(/,?\s*\]\.map\(/, `, ${name}].map(`);
  writeFileSync(index, listed);
  run('oxfmt', index, join(folder, `${name}.ts`));
}
