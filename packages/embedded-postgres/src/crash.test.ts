import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverAccount } from './account.ts';
import { withConnection } from './connection.ts';
import { startInAnotherProcess } from './fixtures/another-process.ts';
import { serverPid, useDirectories } from './fixtures/directories.ts';
import { clusterPath } from './home.ts';
import { processOptions } from './programs.ts';
import { type Embedded, startEmbedded } from './start.ts';

const newDirectory = useDirectories();

async function insertRows(url: string): Promise<void> {
  await withConnection(url, async (client) => {
    await client.query('CREATE TABLE kept (id integer)');
    for (let id = 1; id <= 100; id += 1)
      await client.query('INSERT INTO kept VALUES ($1)', [id]);
  });
}

async function countRows(url: string): Promise<number | undefined> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::int FROM kept',
    );
    return rows[0]?.count;
  });
}

async function comesBack(url: string): Promise<void> {
  await expect.poll(() => countRows(url).catch(() => 0), { timeout: 60_000 }).toBe(100);
}

async function killServer(dataDir: string): Promise<number> {
  const pid = serverPid(dataDir);
  if (pid === undefined) throw new Error('No server runs');
  process.kill(pid, 'SIGKILL');
  while (serverPid(dataDir) !== undefined) await sleep(5);
  return pid;
}

describe('a server after a kill -9', () => {
  const warnings: string[] = [];
  const warn = (line: string) => void warnings.push(line);
  let dataDir: string;
  let server: Embedded;

  beforeAll(async () => {
    dataDir = await newDirectory();
    server = await startEmbedded({ dataDir, lends: true, warn });
    await insertRows(server.url);
  });

  it('is started by its owner at the same address with its rows', async () => {
    const dead = await killServer(dataDir);
    await comesBack(server.url);
    expect(serverPid(dataDir)).not.toBe(dead);
  });

  it('is started the next time too, also for a command that borrows it', async () => {
    await killServer(dataDir);
    const other = await startEmbedded({ dataDir });
    expect(other.url).toBe(server.url);
    expect(await countRows(other.url)).toBe(100);
  });

  it('is not started while its owner stops it, nor missed if it dies at its start', async () => {
    const before = warnings.length;
    await killServer(dataDir);
    await expect.poll(() => serverPid(dataDir), { interval: 1 }).toBeDefined();
    const stopped = server.stop();
    await Promise.all([killServer(dataDir), stopped]);
    expect(serverPid(dataDir)).toBeUndefined();
    expect(warnings.slice(before)).toEqual([expect.stringContaining('is gone')]);
  });
});

describe('after a kill -9', () => {
  it('of a service or command that owns it, the next process ends its server and starts one with the same rows', async () => {
    const dataDir = await newDirectory();
    const service = await startInAnotherProcess(dataDir, 'service');
    await insertRows(service.url);
    await service.kill();
    const ofService = serverPid(dataDir);
    const command = await startInAnotherProcess(dataDir, 'command');
    expect(await countRows(command.url)).toBe(100);
    await command.kill();
    const ofCommand = serverPid(dataDir);
    const next = await startEmbedded({ dataDir });
    expect(new Set([ofService, ofCommand, serverPid(dataDir), undefined]).size).toBe(4);
    expect(await countRows(next.url)).toBe(100);
    await next.stop();
    expect(serverPid(dataDir)).toBeUndefined();
  });

  it('of a process that was creating the cluster, the next process creates it', async () => {
    const dataDir = await newDirectory();
    const script = `${import.meta.dirname}/fixtures/hold-open.ts`;
    const child = spawn(process.execPath, [script, dataDir], { stdio: 'inherit' });
    const home = join(dataDir, 'postgres');
    while (!existsSync(home) || (await readdir(home)).length === 0) await sleep(2);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(clusterPath(dataDir))).toBe(false);
    const next = await startEmbedded({ dataDir });
    await insertRows(next.url);
    expect(await readdir(home)).toEqual(['cluster']);
    await next.stop();
  });

  it('of both, the next process starts a server with the same rows although another process has the id of the dead one', async () => {
    const dataDir = await newDirectory();
    const killed = await startInAnotherProcess(dataDir, 'service');
    await insertRows(killed.url);
    await killed.kill();
    const dead = await killServer(dataDir);
    const lockFile = join(clusterPath(dataDir), 'postmaster.pid');
    const other = spawn(
      'sleep',
      ['600'],
      processOptions(serverAccount(clusterPath(dataDir))),
    );
    const text = await readFile(lockFile, 'utf8');
    await writeFile(lockFile, text.replace(String(dead), String(other.pid)));
    const next = await startEmbedded({ dataDir });
    expect(await countRows(next.url)).toBe(100);
    await next.stop();
    other.kill();
  });
});
