// Fails with what to do, unless ports 80 and 443 are free and DOMAIN leads to this
// machine:  node reach.mjs DOMAIN
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const domain = process.argv[2];
const token = randomUUID();

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

for (const port of [80, 443]) {
  await new Promise((resolve) => {
    createServer((_, answer) => answer.end(token))
      .on('error', ({ code }) =>
        fail(
          `Port ${port} can't be used (${code}): \`ss -ltnp\` names the program that has it. Stop that, and run this again.`,
        ),
      )
      .listen(port, resolve);
  });
}
const what = `Give ${domain} an A record with this machine's public address, and open ports 80 and 443. A new record may need some minutes.`;
try {
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(`http://${domain}/`, { signal, redirect: 'manual' });
  if ((await answer.text()) !== token)
    fail(`${domain} leads to another machine. ${what}`);
} catch (error) {
  fail(`${domain} does not lead here (${error.cause?.code ?? error.name}). ${what}`);
}
process.exit();
