import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { fetchJson } from '@namecard/testing';
import {
  freePorts,
  postgresAccount,
  signalTree,
  startProgram,
  temporaryDirectory,
  type Program,
} from '../harness/programs.ts';
import { startHaproxy } from '../harness/proxies.ts';
import { soon } from '../harness/soon.ts';

/**
 * Seconds: the leader's longest silence, Patroni's interval, its tries to reach
 * etcd.
 */
export const timing = { ttl: 20, loop_wait: 5, retry_timeout: 5 };

const password = 'of-this-cluster-only';
const names = ['one', 'two', 'three'];

/** A PostgreSQL under Patroni. */
type Node = {
  name: string;
  /** Patroni's own address. */
  api: string;
  postgresPort: number;
  apiPort: number;
  start(): void;
  /** Kills Patroni and PostgreSQL at once, like a power failure. */
  kill(): Promise<void>;
  /** Freezes or continues both. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
};

export type Cluster = AsyncDisposable & {
  /** The primary, through HAProxy. */
  url: string;
  nodes: Node[];
  primary(): Promise<Node>;
  /** Waits until there is a primary and the others follow it. */
  untilWhole(): Promise<void>;
  /** Makes a standby the primary. */
  switchOver(): Promise<void>;
};

/**
 * Uses etcd v2: with v3 Patroni 3.0.2 (Debian 12) writes its leader key
 * unconditionally, so after a freeze there are two primaries.
 */
const patroniSettings = (directory: string, etcdPort: number, node: Node) => ({
  scope: 'namecard',
  name: node.name,
  restapi: {
    listen: `127.0.0.1:${node.apiPort}`,
    connect_address: `127.0.0.1:${node.apiPort}`,
  },
  etcd: { host: `127.0.0.1:${etcdPort}` },
  bootstrap: {
    dcs: {
      ...timing,
      synchronous_mode: true,
      postgresql: {
        use_pg_rewind: true,
        parameters: { max_connections: 200, wal_keep_size: '256MB', wal_log_hints: 'on' },
      },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    pg_hba: [
      'local all all trust',
      'host all all 127.0.0.1/32 md5',
      'host replication all 127.0.0.1/32 md5',
    ],
  },
  postgresql: {
    listen: `127.0.0.1:${node.postgresPort}`,
    connect_address: `127.0.0.1:${node.postgresPort}`,
    data_dir: join(directory, node.name),
    bin_dir: dirname(globSync('/usr/lib/postgresql/*/bin/initdb').at(-1) ?? ''),
    pgpass: join(directory, `${node.name}.pgpass`),
    parameters: { unix_socket_directories: directory },
    authentication: {
      superuser: { username: 'postgres', password },
      replication: { username: 'replicator', password },
    },
  },
});

/** Sends everything to the primary. Ends connections to a former one. */
const haproxySettings = (nodes: Node[]) => (port: number) =>
  `
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.postgresPort} check port ${node.apiPort}`).join('\n')}
`;

const Members = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
});

const startDebians = (command: string, args: readonly string[], directory: string) =>
  startProgram(command, args, { directory, account: postgresAccount() });

function openNode(
  directory: string,
  name: string,
  postgresPort: number,
  apiPort: number,
): Node {
  let patroni: Program | undefined;
  /** PostgreSQL is not Patroni's child and survives it. */
  const postmaster = async (): Promise<number> => {
    const file = join(directory, name, 'postmaster.pid');
    return Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  };
  const signal = async (what: NodeJS.Signals) => {
    for (const pid of [patroni?.pid, await postmaster()]) {
      if (pid) signalTree(pid, what);
    }
  };
  return {
    name,
    api: `http://127.0.0.1:${apiPort}`,
    postgresPort,
    apiPort,
    start: () => {
      patroni = startDebians('patroni', [join(directory, `${name}.json`)], directory);
    },
    kill: async () => {
      await signal('SIGKILL');
      await patroni?.kill();
    },
    signal,
  };
}

/** Three PostgreSQL with Patroni, etcd and HAProxy, on loopback. */
export async function startCluster(): Promise<Cluster> {
  await using started = new AsyncDisposableStack();
  const { path: directory } = started.use(await temporaryDirectory('cluster'));
  const [etcdPort = 0, peerPort = 0, ...ports] = await freePorts(8);
  const nodes = names.map((name, index) =>
    openNode(directory, name, ports[index * 2] ?? 0, ports[index * 2 + 1] ?? 0),
  );
  const [client, peer] = [etcdPort, peerPort].map((own) => `http://127.0.0.1:${own}`);
  const etcd = startDebians(
    'etcd',
    [
      '--enable-v2',
      `--data-dir=${join(directory, 'etcd')}`,
      '--log-level=error',
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=default=${peer}`,
    ],
    directory,
  );
  started.defer(() => etcd.kill());
  for (const node of nodes) {
    const settings = JSON.stringify(patroniSettings(directory, etcdPort, node));
    await writeFile(join(directory, `${node.name}.json`), settings);
    started.defer(() => node.kill());
    node.start();
  }
  const haproxy = started.use(await startHaproxy(haproxySettings(nodes)));

  /** The cluster's state, from the first node that answers. */
  const members = async () => {
    const asked = nodes.map(async ({ api }) => {
      const answer = await fetch(`${api}/cluster`, {
        signal: AbortSignal.timeout(1_000),
      });
      return Members.parse(await answer.json()).members;
    });
    return Promise.any(asked).catch(() => []);
  };
  const primary = async () =>
    soon(async () => {
      const leader = (await members()).find(({ role }) => role === 'leader');
      return nodes.find(({ name }) => name === leader?.name);
    }, 'no node became the primary');
  const running = started.move();
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${haproxy.port}/postgres?sslmode=disable`,
    nodes,
    primary,
    untilWhole: async () => {
      await soon(async () => {
        const all = await members();
        const works = ({ state }: { state: string }) =>
          state === 'running' || state === 'streaming';
        const hasLeader = all.some(({ role }) => role === 'leader');
        const hasStandby = all.some(({ role }) => role === 'sync_standby');
        return all.length === nodes.length && all.every(works) && hasLeader && hasStandby
          ? true
          : undefined;
      }, 'the cluster did not become whole');
    },
    switchOver: async () => {
      const leader = await primary();
      const standby = (await members()).find(({ role }) => role === 'sync_standby');
      await fetchJson(`${leader.api}/switchover`, {
        json: { leader: leader.name, candidate: standby?.name },
      });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
