// Ends with what to do if port 80 or 443 is taken, or one of DOMAIN's addresses does not
// lead to this machine:  node reach.mjs DOMAIN
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';

const domain = process.argv[2];
const token = crypto.randomUUID();

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

for (const port of [80, 443]) {
  const server = createServer((_, answer) => answer.end(token)).listen(port);
  await once(server, 'listening').catch(({ code }) =>
    fail(
      `Port ${port} can't be used (${code}): \`ss -ltnp\` names the program that has it. Stop that, and run this again.`,
    ),
  );
}
const remedy = `Give it an A record with this machine's public IPv4 address, an AAAA record with its IPv6 address if it has one, and no other. Open ports 80 and 443. A new record may need some minutes. If only this machine can't reach its own public address, add the line "127.0.0.1 ${domain}" to /etc/hosts.`;
const addresses = await lookup(domain, { all: true }).catch(({ code }) =>
  fail(`${domain} was not found (${code}). ${remedy}`),
);
for (const { address, family } of addresses) {
  const host = family === 6 ? `[${address}]` : address;
  const answer = await fetch(`http://${host}/`, { signal: AbortSignal.timeout(10_000) })
    .then((found) => found.text())
    .catch((error) => error.cause?.code ?? error.name);
  if (answer !== token) {
    fail(`${domain} does not lead here (${address}: ${answer.slice(0, 60)}). ${remedy}`);
  }
}
process.exit();
