import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDatabases } from './database.ts';
import { readOptions } from './options.ts';
import { progress, report } from './report.ts';
import { measureAll } from './rounds.ts';

const peers = fileURLToPath(new URL('../../peers', import.meta.url));

/** The peers are a package of their own, which no other command needs. */
function installPeers(): void {
  if (!existsSync(`${peers}/node_modules`)) {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: peers,
      stdio: 'inherit',
    });
  }
}

// What was started is stopped when the process exits, which a signal alone would not do.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(1));
}

/** Measures every side at every size, in alternation, and writes table and figures after each pair. */
const options = readOptions(process.argv.slice(2));
installPeers();
const databases = await openDatabases();
try {
  const results = await measureAll(databases, options, (soFar, last) => {
    report(soFar, options);
    console.log(progress(soFar, last, options));
  });
  console.log(`\n${report(results, options)}`);
} finally {
  await databases.close();
}
process.exit();
