import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDatabases } from './database.ts';
import { readOptions } from './options.ts';
import { report } from './report.ts';
import { measureAll } from './rounds.ts';

const peers = fileURLToPath(new URL('../../peers', import.meta.url));

/** The peers are a package of their own, which no other command needs. */
function installPeers(): void {
  if (!existsSync(`${peers}/node_modules`)) {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: peers, stdio: 'inherit' });
  }
}

/** Measures every side at every size, in alternation, and writes table, figures and plot. */
const options = readOptions(process.argv.slice(2));
installPeers();
const databases = await openDatabases();
try {
  await report(await measureAll(databases, options), options);
} finally {
  await databases.close();
}
process.exit();
