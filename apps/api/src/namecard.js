#!/usr/bin/env node
// Plain JavaScript, so that an old Node without TypeScript can print this.
const oldest = 24;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  process.stderr.write(
    `namecard needs Node ${oldest} or newer, and this is ${process.versions.node}: run \`./namecard\` in the service's folder, which brings its own Node.\n`,
  );
  process.exit(1);
}

const { createProgram } = await import('./commands/program.ts');
const program = await createProgram(process.argv.slice(2));
await program.parseAsync();
