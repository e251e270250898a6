import { readFileSync } from 'node:fs';
import { useTestDatabase } from '@namecard/db/testing';
import {
  fetchJson,
  runService,
  startLoad,
  testSecretKey,
  type ServiceProcess,
} from '@namecard/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const database = useTestDatabase();

/** The ids of its workers, in the order of their starts. */
function workersOf({ pid }: ServiceProcess): string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ');
}

describe('a service with two workers', () => {
  let service: ServiceProcess;
  let origin: string;
  beforeAll(async () => {
    const settings = {
      DATABASE_URL: database().url,
      SECRET_KEY: testSecretKey,
      WORKERS: '3',
    };
    service = runService(settings, { args: ['--workers', '2'] });
    ({ origin } = await service.ready);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const metrics = async () => String((await fetchJson(`${origin}/metrics`)).body);
  const counted = async () =>
    Number(/_count\{[^}]*route="\/healthz"[^}]*\} (\d+)/.exec(await metrics())?.[1]);

  it('says that it is ready once, when both are', () => {
    expect(service.stdout().match(/"ready":/g)).toHaveLength(1);
    expect(workersOf(service)).toHaveLength(2);
  });

  it('counts what both have done, and goes on counting when SIGHUP replaces them, which fails no request', async () => {
    const before = workersOf(service);
    const load = startLoad(origin, 4, () => ({ path: '/healthz' }));
    process.kill(service.pid, 'SIGHUP');
    await expect
      .poll(service.stdout, { timeout: 100_000 })
      .toContain('all workers are replaced');
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(workersOf(service)).toHaveLength(2);
    expect(workersOf(service).filter((worker) => before.includes(worker))).toEqual([]);
    expect(await counted()).toBe(load.calls);
    expect(await metrics()).toMatch(/^namecard_mails_held 0$/m);
  });

  it('replaces one that dies, and serves meanwhile', async () => {
    const [victim = '', other] = workersOf(service);
    process.kill(Number(victim), 'SIGKILL');
    await expect
      .poll(() => workersOf(service), { timeout: 60_000 })
      .not.toContain(victim);
    expect((await fetchJson(`${origin}/readyz`)).status).toBe(200);
    await expect.poll(() => workersOf(service), { timeout: 60_000 }).toHaveLength(2);
    expect(workersOf(service)).toContain(other);
    await expect
      .poll(() => service.stdout(), { timeout: 10_000 })
      .toContain('a worker died');
  });

  it('says why another can not start, which ends with 1', async () => {
    const { port } = new URL(origin);
    const settings = {
      DATABASE_URL: database().url,
      SECRET_KEY: testSecretKey,
      PORT: port,
    };
    await using second = runService({ ...settings, WORKERS: '2' });
    expect(await second.exited).toBe(1);
    expect(second.stderr()).toMatch(
      /^Namecard can't listen: PORT is taken.*EADDRINUSE.*\n$/,
    );
  });

  it('ends with 0 at SIGTERM, although it is sent twice, and its workers are sent it too', async () => {
    for (const worker of workersOf(service)) process.kill(Number(worker), 'SIGTERM');
    process.kill(service.pid, 'SIGTERM');
    expect(await service.stop()).toBe(0);
  });
});
