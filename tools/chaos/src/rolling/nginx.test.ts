import { existsSync } from 'node:fs';
import { useTestDatabase } from '@namecard/db/testing';
import { fetchJson, startService } from '@namecard/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '../free-ports.ts';
import { startNginx } from './nginx.ts';

const token = 'a-token-for-metrics';

describe.skipIf(!existsSync('/usr/sbin/nginx'))('the documented nginx', () => {
  const database = useTestDatabase();
  const running = new AsyncDisposableStack();
  let nginx: string;
  let direct: string;
  let instance: Awaited<ReturnType<typeof startService>>;

  beforeAll(async () => {
    const [port = 0, first = 0, second = 0] = await freePorts(3);
    const start = async (own: number) => {
      const settings = {
        DATABASE_URL: database().url,
        METRICS_TOKEN: token,
        PORT: String(own),
        SHUTDOWN_DELAY: '60',
      };
      const service = await startService(settings);
      running.defer(async () => void (await service.stop('SIGKILL')));
      return service;
    };
    instance = await start(first);
    await start(second);
    ({ origin: nginx } = running.use(await startNginx(port, [first, second])));
    direct = instance.origin;
    return () => running.disposeAsync();
  });

  const statusOf = async (origin: string, path: string) =>
    (await fetchJson(`${origin}${path}`, { token })).status;

  it.each(['/metrics', '/metrics/', '/%6Detrics', '/%6Detrics/'])(
    'hides %s, which the service serves',
    async (path) => {
      expect(await statusOf(direct, path)).toBe(200);
      expect(await statusOf(nginx, path)).toBe(404);
    },
  );

  it.each([
    '//metrics',
    '/metrics//',
    '/METRICS',
    '/metrics%2F',
    '/%256Detrics',
    '/metrics;a',
  ])('gives nobody the metrics at %s', async (path) => {
    expect(await statusOf(nginx, path)).toBe(404);
  });

  it('asks another instance where one that ends is not ready, with a slash at the end too', async () => {
    const stopping = instance.stop();
    await expect.poll(() => statusOf(direct, '/readyz')).toBe(503);
    const answers = [
      await statusOf(nginx, '/readyz/'),
      await statusOf(nginx, '/readyz/'),
    ];
    expect(answers).toEqual([200, 200]);
    await instance.stop('SIGKILL');
    await stopping;
  });
});
