import { execFile } from 'node:child_process';
import { chownSync, copyFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withConnection } from '@namecard/embedded-postgres';
import { startTemporary } from './temporary-server.ts';

export type TlsServer = {
  /** At `localhost`, the certificate's only name, with a password. */
  url: string;
  /** Of `certified`, which has no password and needs its certificate. */
  certifiedUrl: string;
  /** Of `root.crt`, `stranger.crt`, `certified.crt` or `certified.key`. */
  file: (name: string) => string;
  stop: () => Promise<void>;
};

const run = promisify(execFile);

/** Accepts only encrypted connections. Needs `openssl` 3. */
export async function startTlsServer(): Promise<TlsServer> {
  await using started = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'namecard-tls-'));
  started.defer(async () => rm(directory, { recursive: true }));
  await makeCertificates(directory);
  const { adminUrl, stop } = await startTemporary();
  started.defer(stop);
  const superuser = Object.assign(new URL(adminUrl), { username: 'postgres' });
  await withConnection(superuser.href, async (client) => {
    const cluster =
      (
        await client.query<{ path: string }>(
          `select current_setting('data_directory') as path`,
        )
      ).rows[0]?.path ?? '';
    installFiles(directory, cluster);
    await client.query('create role certified login');
    await client.query(`alter system set ssl_ca_file = 'root.crt'`);
    await client.query('alter system set ssl = on');
    await client.query('select pg_reload_conf()');
  });
  const url = Object.assign(new URL(adminUrl), { hostname: 'localhost' });
  const certified = Object.assign(new URL(url), { username: 'certified', password: '' });
  const running = started.move();
  return {
    url: url.href,
    certifiedUrl: certified.href,
    file: (name) => join(directory, name),
    stop: async () => running.disposeAsync(),
  };
}

async function makeCertificates(directory: string): Promise<void> {
  const make = async (name: string, ...more: string[]) => {
    const files = [
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.crt`,
      '-subj',
      `/CN=${name}`,
    ];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    await run('openssl', ['req', '-x509', ...kind, ...files, ...more], {
      cwd: directory,
    });
  };
  await Promise.all([make('root'), make('stranger')]);
  const signed = ['-CA', 'root.crt', '-CAkey', 'root.key'];
  await Promise.all([
    make('server', ...signed, '-addext', 'subjectAltName=DNS:localhost'),
    make('certified', ...signed),
  ]);
}

/** Under their default names, owned by the server's account. */
function installFiles(directory: string, cluster: string): void {
  const { uid, gid } = statSync(cluster);
  for (const name of ['root.crt', 'server.crt', 'server.key']) {
    copyFileSync(join(directory, name), join(cluster, name));
    chownSync(join(cluster, name), uid, gid);
  }
  const rules = [
    'hostssl all certified all cert',
    'hostssl all all all scram-sha-256',
    '',
  ];
  writeFileSync(join(cluster, 'pg_hba.conf'), rules.join('\n'));
}
