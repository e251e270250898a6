import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { chmod, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOrm, statements } from '@namecard/db';
import { sql } from 'kysely';

export type SmallDisk = AsyncDisposable & {
  /** Fills the disk. */
  fill(): Promise<void>;
  /** Frees the disk. */
  free(): Promise<void>;
};

/**
 * Moves an unused empty database to a disk of 64 MB in memory. The write-ahead
 * log stays where it is, because a server that can't write it ends. Needs root,
 * and a local server whose superuser has its role's password.
 */
export async function moveToSmallDisk(databaseUrl: string): Promise<SmallDisk> {
  if (process.getuid?.() !== 0) throw new Error('Only root can mount a disk');
  await using made = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'namecard-disk-'));
  made.defer(() => rmdir(directory));
  await chmod(directory, 0o755);
  const url = new URL(databaseUrl);
  const database = url.pathname.slice(1);
  const superuser = Object.assign(new URL(url), {
    username: 'postgres',
    pathname: '/postgres',
  });
  const orm = await openOrm({ url: superuser.href, poolSize: 1 });
  made.defer(() => orm.close());
  const run = async (text: string) =>
    sql.raw<{ path: string }>(text).execute(statements(orm.em.fork()));
  const { rows } = await run(`select current_setting('data_directory') as path`);
  const { uid, gid } = statSync(rows[0]?.path ?? '');
  const options = `size=64m,mode=700,uid=${uid},gid=${gid}`;
  execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', options, 'namecard', directory]);
  const unmount = () => void execFileSync('/usr/bin/umount', ['--lazy', directory]);
  process.once('exit', unmount);
  made.defer(() => {
    process.off('exit', unmount);
    unmount();
  });
  await run(`create tablespace ${database} location '${directory}'`);
  await run(`alter database ${database} set tablespace ${database}`);
  made.defer(async () => {
    await run(`drop database ${database} with (force)`);
    await run(`drop tablespace ${database}`);
  });
  const ballast = join(directory, 'ballast');
  const running = made.move();
  return {
    fill: async () => {
      await writeFile(ballast, Buffer.alloc(64 * 1024 ** 2)).catch((error: unknown) => {
        if (Reflect.get(Object(error), 'code') !== 'ENOSPC') throw error;
      });
    },
    free: () => rm(ballast),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
