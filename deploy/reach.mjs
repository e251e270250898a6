// Ends with what to do and 1 if port 80 or 443 is taken, with 2 if DOMAIN does not lead
// to this machine:  node reach.mjs DOMAIN
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const domain = process.argv[2];
const token = randomUUID();

function fail(line, code) {
  process.stderr.write(`${line}\n`);
  process.exit(code);
}

for (const port of [80, 443]) {
  await new Promise((resolve) => {
    createServer((_, answer) => answer.end(token))
      .on('error', ({ code }) =>
        fail(
          `Port ${port} can't be used (${code}): \`ss -ltnp\` names the program that has it. Stop that, and run this again.`,
          1,
        ),
      )
      .listen(port, resolve);
  });
}
const found = await fetch(`http://${domain}/`, {
  signal: AbortSignal.timeout(10_000),
  redirect: 'manual',
}).then(
  async (answer) => ((await answer.text()) === token ? '' : 'another machine answers'),
  (error) => error.cause?.code ?? error.name,
);
if (found !== '') {
  fail(
    `${domain} does not lead here (${found}). Give it an A record with this machine's public address, and open ports 80 and 443. A new record may need some minutes.`,
    2,
  );
}
process.exit();
