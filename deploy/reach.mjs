// Ends with what to do if port 80 or 443 is taken, or one of DOMAIN's addresses does not
// lead to this machine, or to Docker over IPv6:  node reach.mjs DOMAIN [compose]
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';

const [domain, way] = process.argv.slice(2);
const token = crypto.randomUUID();

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

const ipv6 =
  way === 'compose' ? '' : ', an AAAA record with its IPv6 address if it has one,';
const remedy = `Give it an A record with this machine's public IPv4 address${ipv6} and no other. Open ports 80 and 443. A new record may need some minutes. If only this machine can't reach its own public address, add the line "127.0.0.1 ${domain}" to /etc/hosts.`;
const addresses = await lookup(domain, { all: true }).catch(({ code }) =>
  fail(`${domain} was not found (${code}). ${remedy}`),
);
if (way === 'compose' && addresses.some(({ family }) => family === 6)) {
  fail(
    `${domain} has an AAAA record. Docker hides the addresses of visitors over IPv6, so they would share the limits of one: remove the record, or use a machine without Docker.`,
  );
}
for (const port of [80, 443]) {
  const server = createServer((_, answer) => answer.end(token)).listen(port);
  await once(server, 'listening').catch(({ code }) =>
    fail(
      `Port ${port} can't be used (${code}): \`ss -ltnp\` names the program that has it. Stop that, and run this again.`,
    ),
  );
}
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
