import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUpAtTheEnd, refuseTaken } from './clean-up.ts';
import { blocksOf, readsOf } from './markdown.ts';
import { backupSteps } from './pages/backups.ts';
import { incidentSteps } from './pages/incidents.ts';
import { installSteps, readmeSteps } from './pages/install.ts';
import { plan, type Job } from './plan.ts';
import { postmark } from './served.ts';
import { psql } from './shell.ts';
import { root } from './workplace.ts';

/**
 * Runs what README, Install, Backups and Incidents show, in the order of `steps`,
 * or fails with its place. Other blocks have a line before them that names their
 * test or says why they are not run. With `--plan` it only looks for those that
 * have neither.
 */
const steps = [...readmeSteps, ...installSteps, ...backupSteps, ...incidentSteps];

const pages = globSync(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/**/*.md'], {
  cwd: root,
}).toSorted();

const read = (page: string) => readFileSync(join(root, page), 'utf8');

async function runAll(jobs: readonly Job[]): Promise<void> {
  for (const { block, run } of jobs) {
    const { page, line, text } = block;
    const seconds = Math.round(performance.now() / 1000);
    console.log(`${seconds} s: ${page}:${line} ${text.split('\n')[0]}`);
    try {
      await run(text);
    } catch (error) {
      throw new Error(`${page}:${line} failed:\n${text}\n`, { cause: error });
    }
  }
}

const { jobs, problems } = plan({
  blocks: pages.flatMap((page) => blocksOf(page, read(page))),
  steps,
  exists: (path) => existsSync(join(root, path)),
});
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
// `npm run check` asks for no more.
if (process.argv.includes('--plan')) process.exit();
await refuseTaken();
cleanUpAtTheEnd();
await runAll(jobs);
const reads = pages
  .filter((page) => page.startsWith('docs/run/'))
  .flatMap((page) => readsOf(read(page)));
for (const statement of new Set(reads)) await psql(statement);
console.log(`Ran ${jobs.length} blocks and ${reads.length} statements.`);
await postmark.close();
process.exit();
