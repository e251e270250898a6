import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbedded } from '@namecard/embedded-postgres';
import { fakeSmtp, fetchJson, signIn, testSecretKey } from '@namecard/testing';
import { z } from 'zod';
import { repository } from './repository.ts';
import { run } from './run.ts';

/** Megabytes of our folder in the image of the service. */
const largestFolder = 200;

const buildah = (...args: string[]) =>
  execFileSync('buildah', args, {
    encoding: 'utf8',
    env: { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' },
  }).trim();

const Config = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      Env: z.array(z.string()),
      Entrypoint: z.array(z.string()),
      Cmd: z.array(z.string()).nullish(),
      Labels: z.record(z.string(), z.string()),
    }),
  }),
});

/**
 * Enters the root as a container does: read-only, with volumes, by the image's user
 * and environment.
 */
const enter = `mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"
mount -t proc proc "$1/proc"; mount -t tmpfs tmpfs "$1/tmp"; mount --rbind /dev "$1/dev"
for folder in data backups; do mount --bind "$2/$folder" "$1/$folder"; done
root=$1 user=$3; shift 3
exec chroot --userspec="$user" "$root" /usr/bin/env --chdir=/namecard -i "$@"`;

/** An image as a folder, until it is removed. */
async function open(image: string) {
  const container = buildah('from', '--pull=never', `localhost/${image}`);
  const root = buildah('mount', container);
  const volumes = await mkdtemp(join(tmpdir(), 'namecard-volumes-'));
  await run(
    'install',
    ['-d', '-o', '10001', '-g', '10001', `${volumes}/data`, `${volumes}/backups`],
    '/',
  );
  await run('chmod', ['755', volumes], '/');
  const { config } = Config.parse(
    JSON.parse(buildah('inspect', '--type', 'image', `localhost/${image}`)),
  ).Docker;
  const words = (env: string[], command: string[]) => [
    '-m',
    'sh',
    '-euc',
    enter,
    'enter',
    root,
    volumes,
    config.User,
    ...config.Env,
    ...env,
    ...command,
  ];
  return {
    config,
    root,
    /** Runs to the end; `command` is beside the entry point. */
    once: async (env: string[], command: string[], mayFail = false) =>
      run('unshare', words(env, command), '/', { mayFail }),
    /** Runs the image's own entry point, and resolves with its first line and how to stop it. */
    start: async (env: string[]) => {
      const began = performance.now();
      const all = words(env, [...config.Entrypoint, ...(config.Cmd ?? [])]);
      const child = spawn('unshare', all, { stdio: ['ignore', 'pipe', 'inherit'] });
      const lines: string[] = [];
      const ended = Promise.withResolvers<never>();
      child.once('exit', (code) =>
        ended.reject(new Error(`It ended with ${code}:\n${lines.join('\n')}`)),
      );
      const ready = Promise.withResolvers<void>();
      createInterface({ input: child.stdout }).on('line', (line) => {
        lines.push(line);
        if (line.startsWith('{"ready":')) ready.resolve();
      });
      await Promise.race([ready.promise, ended.promise]);
      const milliseconds = Math.round(performance.now() - began);
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      const megabytes = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
      return {
        first: lines[0] ?? '',
        figures: `ready in ${milliseconds} ms, ${megabytes} MB resident`,
        stop: async () => {
          child.kill('SIGTERM');
          await ended.promise.catch(() => {});
        },
      };
    },
    close: async () => {
      buildah('rm', container);
      await rm(volumes, { recursive: true });
    },
  };
}

async function build(source: string, tag: string): Promise<void> {
  const script = join(repository, 'tools/packing/src/build-image.sh');
  await run('bash', [script, source, tag], source, { isShown: true });
}

/** The images of the last release, if there is one; else this version stands for it. */
async function buildPrevious(work: string): Promise<string> {
  const match = ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^'];
  const tag = await run('git', match, repository).catch(() => '');
  if (tag === '') {
    console.log('There is no release yet: this version stands for the previous one.');
    return 'now';
  }
  await run('git', ['worktree', 'add', '-q', work, tag.trim()], repository);
  await build(work, 'previous');
  return 'previous';
}

/** Signs in by a mailed code. */
async function signInByMail(origin: string, smtp: Awaited<ReturnType<typeof fakeSmtp>>) {
  const email = 'ann@example.com';
  await fetchJson(`${origin}/api/v1/auth/send-code`, { json: { email } });
  for (;;) {
    const [, otp] = /^Subject: (\d{6}) /m.exec(smtp.mails().at(-1)?.message ?? '') ?? [];
    if (otp !== undefined) {
      const { body } = await fetchJson(`${origin}/api/v1/auth/verify-code`, {
        json: { email, otp },
      });
      return z.object({ data: z.object({ token: z.string() }) }).parse(body).data.token;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Builds both images and runs them. Throws if one does not keep its promises. */
export async function checkImage(): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'namecard-image-'));
  await build(repository, 'now');
  const previous = await buildPrevious(join(work, 'previous'));
  await using smtp = await fakeSmtp();
  const postgres = await startEmbedded({ dataDir: join(work, 'postgres') });
  const service = await open('namecard-check:now-service');
  const older = await open(`namecard-check:${previous}-service`);
  const demo = await open('namecard-check:now-demo');
  const port = 3977;
  const origin = `http://127.0.0.1:${port}`;
  const settings = (url: string) => [
    `DATABASE_URL=${url}`,
    `PORT=${port}`,
    `SMTP_URL=${smtp.url}`,
    'EMAIL_FROM=a@example.com',
    `SECRET_KEY=${testSecretKey}`,
    `PUBLIC_URL=${origin}`,
  ];
  const card = async () =>
    (await fetchJson(`${origin}/api/v1/profiles/ann`, { token })).status;
  let token = '';
  try {
    const size = Number(
      (await run('du', ['-sm', `${service.root}/namecard`], '/')).split('\t')[0],
    );
    assert.ok(size < largestFolder, `The folder has ${size} MB`);
    assert.match(service.config.User, /^\d+:\d+$/);
    assert.notEqual(service.config.Labels['org.opencontainers.image.revision'], '');
    console.log(`The service: ${size} MB of ours`);

    await assert.rejects(service.start([]), /1:/);

    const first = await older.start(settings(postgres.url));
    token = await signInByMail(origin, smtp);
    await fetchJson(`${origin}/api/v1/profiles`, {
      token,
      json: { username: 'ann', referral: '' },
    });
    await first.stop();
    const next = await service.start(settings(postgres.url));
    console.log(`The service: ${next.figures}`);
    assert.equal(await card(), 200);
    const cli = ['node', 'apps/api/src/namecard.js'];
    await service.once(settings(postgres.url), [...cli, 'backup', '/backups/now.backup']);
    await next.stop();

    const empty = new URL(postgres.url);
    empty.pathname = '/restored';
    await service.once(settings(postgres.url), [
      'node',
      '-e',
      `const { Client } = require('pg'); const client = new Client(process.env.DATABASE_URL); client.connect().then(() => client.query('create database restored')).then(() => client.end())`,
    ]);
    await service.once(settings(empty.href), [...cli, 'restore', '/backups/now.backup']);
    const restored = await service.start(settings(empty.href));
    assert.equal(await card(), 200);
    await restored.stop();

    const shown = await demo.start([`PORT=${port}`]);
    const mailbox = /^This is the demo.* (http\S+)$/.exec(shown.first)?.[1];
    console.log(`The demo: ${shown.figures}. ${shown.first}`);
    assert.ok(mailbox);
    await signIn(
      { origin, mailbox: mailbox.replace('0.0.0.0', '127.0.0.1') },
      'ben@example.com',
    );
    await shown.stop();
  } finally {
    for (const image of [service, older, demo]) await image.close();
    await postgres.stop();
    await rm(work, { recursive: true, force: true });
  }
}
