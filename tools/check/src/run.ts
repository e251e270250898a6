import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { parts, staticTests } from './parts.ts';

/** Runs a command and keeps its output, which is printed only after a failure. */
async function run(command: string): Promise<{ failed: boolean; output: string }> {
  const child = spawn('sh', ['-c', `(${command}) 2>&1`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { failed: status !== 0, output };
}

const secondsSince = (start: number): string =>
  `${Math.round((performance.now() - start) / 1000)} s`.padStart(5);

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}

const missing = staticTests.filter((path) => !existsSync(path));
if (missing.length > 0) {
  stop(`tools/check/src/parts.ts names missing files: ${missing.join(', ')}`);
}

// `npm run check -- types lint` runs only these, `-- --except types` the others.
const names = parts.map(({ name }) => name);
const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { except: { type: 'boolean', default: false } },
});
if (!named.every((name) => names.includes(name))) {
  stop(`The parts are: ${names.join(', ')}`);
}
const waiting = parts.filter(
  ({ name }) => named.length === 0 || named.includes(name) !== values.except,
);

const start = performance.now();
const failures: string[] = [];

async function work(): Promise<void> {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const began = performance.now();
    const { failed, output } = await run(part.command);
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
