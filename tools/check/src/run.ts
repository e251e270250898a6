import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { parts, staticTests } from './parts.ts';

type Outcome = { failed: boolean; output: string };

/** Runs a command in a shell; its output is kept until it is known whether anybody needs to read it. */
async function run(command: string): Promise<Outcome> {
  const child = spawn('sh', ['-c', `${command} 2>&1`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { failed: status !== 0, output };
}

async function runAll(commands: readonly string[]): Promise<Outcome> {
  for (const command of commands) {
    const outcome = await run(command);
    if (outcome.failed) return outcome;
  }
  return { failed: false, output: '' };
}

const secondsSince = (start: number): string =>
  `${Math.round((performance.now() - start) / 1000)} s`.padStart(5);

const missing = staticTests.filter((path) => !existsSync(path));
if (missing.length > 0) {
  console.error(`tools/check/src/parts.ts names missing files: ${missing.join(', ')}`);
  process.exit(1);
}

const start = performance.now();
const waiting = [...parts];
const failures: string[] = [];

/** Two run at once: each of them keeps a core busy. */
async function work(): Promise<void> {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const began = performance.now();
    const { failed, output } = await runAll(part.commands);
    console.log(`${failed ? 'FAILED' : 'ok    '} ${secondsSince(began)}  ${part.name}`);
    if (failed) failures.push(`\n== ${part.name}\n${output}`);
  }
}

await Promise.all([work(), work()]);
for (const failure of failures) {
  console.error(failure);
}
console.log(`${secondsSince(start)} in all`);
process.exitCode = failures.length === 0 ? 0 : 1;
