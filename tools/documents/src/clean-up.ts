import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { databases, roles, superuser } from './server.ts';
import { killAll, psql } from './shell.ts';
import { folder, work } from './workplace.ts';

/** Where pages start an embedded PostgreSQL, which outlives a killed service. */
const embedded = [`${folder}/.data`, `${work}/drill`];

function killEmbedded(): void {
  for (const place of embedded) {
    const file = `${place}/postgres/cluster/postmaster.pid`;
    if (!existsSync(file)) continue;
    const [pid = ''] = readFileSync(file, 'utf8').split('\n');
    spawnSync('kill', ['-QUIT', pid]);
  }
}

function drop(): void {
  const statements = [
    'set client_min_messages = warning',
    ...databases.map((name) => `drop database if exists ${name} with (force)`),
    ...roles.toReversed().map((name) => `drop role if exists ${name}`),
  ];
  spawnSync('bash', ['-c', 'psql --quiet --no-psqlrc'], {
    env: { ...process.env, ...superuser },
    input: statements.join(';\n'),
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}

/** Cleans up when this process ends, also after a signal. */
export function cleanUpAtTheEnd(): void {
  // Before the folder of all this goes.
  process.prependOnceListener('exit', () => {
    killAll();
    killEmbedded();
    drop();
  });
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => process.exit(1));
  }
}

/** The pages name these, so nobody else's may be there. */
export async function refuseTaken(): Promise<void> {
  const found = await psql(`
    select datname from pg_database where datname in ('${databases.join("', '")}')
    union select rolname from pg_roles where rolname in ('${roles.join("', '")}')`);
  if (found !== '') {
    throw new Error(`The PostgreSQL has these already: ${found.replaceAll('\n', ' ')}`);
  }
}
