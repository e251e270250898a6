import { parseArgs } from 'node:util';
import { bench } from './bench.ts';

/**
 * Compares this version with a hand-written server, better-auth and a revision if
 * named, in five minutes. With `--check` each does each work once.
 *
 *     npm run bench -- [REVISION] [--check]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false } },
});

// A signal alone would not stop the started processes; exit handlers do.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(1));
}

const rows = await bench({
  revision: positionals[0],
  withBetterAuth: true,
  size: values.check ? 200 : 20_000,
  seconds: values.check ? 0 : 240,
});
console.table(rows);
process.exit();
