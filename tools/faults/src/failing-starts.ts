import { startTlsServer, withDatabase } from '@namecard/db/testing';
import { runService } from '@namecard/testing';
import type { Figure } from './harness/figures.ts';
import type { Scenario } from './harness/scenario.ts';
import { productionSettings } from './harness/start-service.ts';

type TlsServer = Awaited<ReturnType<typeof startTlsServer>>;

/**
 * Seconds in which a hopeless start ends, and a start that waits for half a
 * minute.
 */
const [atOnce, waiting] = [5, 60];

const changed = (
  url: string,
  change: { hostname?: string; username?: string; password?: string },
) => Object.assign(new URL(url), change).href;

const startsOn = (server: TlsServer): Record<string, string> => {
  const verified = `sslmode=verify-full&sslrootcert=${server.file('root.crt')}`;
  return {
    'wrong password': `${changed(server.url, { password: 'wrong' })}?${verified}`,
    'wrong role': `${changed(server.url, { username: 'nobody' })}?${verified}`,
    'missing database': `${withDatabase(server.url, 'missing')}?${verified}`,
    'another root': `${server.url}?sslmode=verify-full&sslrootcert=${server.file('stranger.crt')}`,
    'no root': `${server.url}?sslmode=verify-full`,
    'another name in the certificate': `${changed(server.url, { hostname: '127.0.0.1' })}?${verified}`,
    'a client certificate of another root': `${server.certifiedUrl}?${verified}&sslcert=${server.file('stranger.crt')}&sslkey=${server.file('stranger.key')}`,
    'no client certificate': `${server.certifiedUrl}?${verified}`,
    'no encryption': `${server.url}?sslmode=disable`,
    'unknown sslmode': `${server.url}?sslmode=preferred`,
    'a name that does not resolve': changed(server.url, { hostname: 'nowhere.invalid' }),
  };
};

async function timeStart(name: string, url: string): Promise<Figure> {
  const began = performance.now();
  await using service = runService(
    productionSettings(url, { url: 'http://127.0.0.1:1' }),
  );
  const ending = await service.exited;
  const seconds = (performance.now() - began) / 1_000;
  const line = service.stderr();
  console.log(`${name}: ${line.trim()}`);
  const isTold = ending === 1 && /^[^\n]+\n$/.test(line);
  const atMost = name.includes('resolve') ? waiting : atOnce;
  return { name, value: isTold ? seconds : Number.NaN, unit: 's', atMost };
}

export const failingStarts: Scenario = {
  name: 'failing-starts',
  promise: 'a start that cannot succeed ends soon, with one line that says what to do',
  needs: ['/usr/bin/openssl'],
  run: async ({ short }) => {
    const server = await startTlsServer();
    const figures: Figure[] = [];
    try {
      for (const [name, url] of Object.entries(startsOn(server))) {
        if (!short || !name.includes('resolve')) figures.push(await timeStart(name, url));
      }
    } finally {
      await server.stop();
    }
    return figures;
  },
};
