import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createVerifier } from '@namecard/client/verify';
import { createKeyRing } from '@namecard/router';
import { signToken } from '@namecard/router/testing';
import { spreadOf } from '../performance/statistics.ts';

/**
 * How many tokens for an audience a server verifies in a second of CPU, all of its threads' and the system's: one after another,
 * each seen for the first time, the keys read over HTTP.
 */
const rounds = 5;
const tokensInRound = 10_000;
const target = 5_000;

const keys = createKeyRing(['a secret key that only this measurement uses']);
const [issuer, audience] = ['https://cards.example.com', 'forum'];

async function makeTokens(): Promise<string[]> {
  const iat = Math.floor(Date.now() / 1_000);
  const common = {
    iss: issuer,
    aud: audience,
    role: 'user',
    iat,
    exp: iat + 300,
  } as const;
  return Promise.all(
    Array.from({ length: tokensInRound }, async () =>
      signToken(keys, { ...common, sub: randomUUID(), sid: randomUUID() }),
    ),
  );
}

let reads = 0;
const server = createServer((_request, response) => {
  reads += 1;
  response.end(JSON.stringify({ keys: keys.signing.map(({ publicKey }) => publicKey) }));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (typeof address !== 'object' || address === null) {
  throw new Error('The server listens nowhere');
}
const verify = createVerifier({
  issuer,
  audience,
  keysUrl: `http://127.0.0.1:${address.port}/.well-known/jwks.json`,
});

/** Tokens in a second of CPU. */
async function measure(): Promise<number> {
  const tokens = await makeTokens();
  const before = process.cpuUsage();
  for (const token of tokens) {
    await verify(token);
  }
  const { user, system } = process.cpuUsage(before);
  return tokens.length / ((user + system) / 1e6);
}

const rates: number[] = [];
for (let round = 1; round <= rounds; round++) {
  const rate = await measure();
  rates.push(rate);
  console.log(`round ${round}: ${rate.toFixed(0)} tokens per second of CPU`);
}
server.close();
server.closeAllConnections();

const { median } = spreadOf(rates);
console.log(
  `median ${median.toFixed(0)} (at least ${target}), ${rounds * tokensInRound} tokens, keys read ${reads} time${reads === 1 ? '' : 's'}`,
);
process.exitCode = median >= target && reads === 1 ? 0 : 1;
