import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUpAtTheEnd, refuseTaken } from './clean-up.ts';
import { exceptions } from './exceptions.ts';
import { partsOf } from './markdown.ts';
import { backupSteps, lastSteps } from './pages/backups.ts';
import { installSteps } from './pages/install.ts';
import { rowsSteps, troubleSteps } from './pages/trouble.ts';
import { readmeSteps, useSteps } from './pages/use.ts';
import { plan } from './plan.ts';
import { postmark } from './served.ts';
import { checkSnippets } from './snippets.ts';
import { root } from './workplace.ts';

/**
 * Runs every block and command of the documents, in the order of `steps`, or
 * fails with its place. A block that is not run has a line before it that says why.
 * With `--plan` it only looks for those that have neither.
 */
const steps = [
  ...readmeSteps,
  ...installSteps,
  ...useSteps,
  ...backupSteps,
  ...troubleSteps,
  ...rowsSteps,
  ...lastSteps,
];

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/**/*.md'];

const parts = globSync(pages, { cwd: root })
  .toSorted()
  .flatMap((page) => partsOf(page, readFileSync(join(root, page), 'utf8')));

async function runAll(jobs: ReturnType<typeof plan>['jobs']): Promise<void> {
  for (const { part, run } of jobs) {
    const { page, line, text } = part;
    const seconds = Math.round(performance.now() / 1000);
    console.log(`${seconds} s: ${page}:${line} ${text.split('\n')[0]}`);
    try {
      await run(text);
    } catch (error) {
      throw new Error(`${page}:${line} failed:\n${text}\n`, { cause: error });
    }
  }
  await checkSnippets();
}

const { jobs, problems } = plan({
  parts,
  steps,
  exceptions,
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
console.log(`Ran ${jobs.length} blocks and commands.`);
await postmark.close();
