#!/usr/bin/env node
// In plain JavaScript, so that a Node that reads no TypeScript can say so.
const oldest = 24;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  process.stderr.write(
    `namecard needs Node ${oldest} or newer, and this is ${process.versions.node}: run \`npx namecard\` in the service's folder, which brings its own Node.\n`,
  );
  process.exit(1);
}

const { createProgram } = await import('./commands/program.ts');
await createProgram().parseAsync();
