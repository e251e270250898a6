import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen, makeDataDirectory } from '@namecard/testing';
import { describe, expect, it } from 'vitest';

/*
 * deploy/up.sh in folders of a test, with scripts in place of the programs that need root,
 * a network or an engine. They note how they were called. A file of the test makes one fail.
 */

const deploy = join(import.meta.dirname, '../../../../deploy');

type Way = 'run' | 'compose' | 'systemd';

function fakes(root: string, way: Way): Record<string, string> {
  const noted = `echo "\${0##*/} $*" >> ${root}/done`;
  const namecard = `${noted}
    case "$*" in
      *'mail test'*) cat ${root}/etc/namecard/*-token | grep -q right ;;
      *'migrate --beside'*) [ ! -e ${root}/bars ] || exit "$(cat ${root}/bars)" ;;
      *config | *'key list') [ ! -e ${root}/wrong ] ;;
      *readyz*) [ ! -e ${root}/down ] ;;
    esac`;
  // Servers inherit what is open, so they would keep the lock.
  const server = `${noted}; [ ! -e /proc/self/fd/9 ] || echo "\${0##*/} has the lock" >> ${root}/done`;
  return {
    '../../deploy/namecard': namecard,
    caddy: `[ "$1" = start ] || exit 1\n${server}`,
    chown: ':',
    curl: 'exit 28',
    // A full disk.
    cp: `[ -e ${root}/full ] || exec /bin/cp "$@"
      for to; do :; done; mkdir "$to"; echo 'No space left' >&2; exit 1`,
    // As compose does: the backup's container has no health that it could wait for, and a
    // health that a service depends on is looked at each ten seconds.
    docker: `[ ${way} = compose ] || exit 1
      case "$*" in
        *--wait*backup) exit 1 ;;
        *up*backup) ! grep -A 1 '^      namecard:$' ${root}/var/lib/namecard/compose.yml >> ${root}/done ;;
      esac
      sed -n 's/.*image: namecard/image/p' ${root}/var/lib/namecard/compose.yml >> ${root}/done
      ${namecard}`,
    id: 'echo 0',
    install:
      'for one; do case $one in /*) mkdir -p "$one" 2> /dev/null ;; esac; done; true',
    logrotate: noted,
    node: `case "$1" in
      *reach.mjs) [ ! -e ${root}/elsewhere ] || { cat ${root}/elsewhere >&2; exit 1; } ;;
      *) echo "$3" > ${root}/probe; [ ! -e ${root}/down ] ;;
    esac`,
    psql: noted,
    runuser: noted,
    service: server,
    // The keeper of --run looks once, if the file is there. The terminal closes meanwhile.
    sleep: `[ "$1" = 2 ] || { kill -HUP $PPID && rm ${root}/hangs 2> /dev/null; }`,
    'start-stop-daemon': `${noted}; [ "$1" != --stop ] || [ ! -e ${root}/stuck ]`,
    systemctl: noted,
    useradd: noted,
  };
}

async function bareServer(way: Way) {
  const { path: root, [Symbol.asyncDispose]: dispose } = await makeDataDirectory();
  const at = (path: string) => join(root, path);
  const write = (path: string, text = '') => writeFile(at(path), text, { mode: 0o755 });
  const unpack = async (version: string) => {
    const folder = `opt/namecard-${version}`;
    for (const part of ['deploy', 'node_modules/.bin', 'apps/api']) {
      await mkdir(at(`${folder}/${part}`), { recursive: true });
    }
    for (const name of await readdir(deploy)) {
      const text = await readFile(join(deploy, name), 'utf8');
      const paths = /(?<![\w$}.])\/(?=(?:etc|opt|proc|run|var)\b)/g;
      await write(`${folder}/deploy/${name}`, text.replaceAll(paths, `${root}/`));
    }
    await write(`${folder}/Dockerfile`);
    await write(`${folder}/apps/api/package.json`, `{\n  "version": "${version}"\n}`);
    for (const [name, does] of Object.entries(fakes(root, way))) {
      await write(`${folder}/node_modules/.bin/${name}`, `#!/bin/sh\n${does}\n`);
    }
  };
  const system = way === 'systemd' ? ['run/systemd/system'] : [];
  for (const folder of ['etc/systemd/system', 'proc', 'run', 'var/log', ...system]) {
    await mkdir(at(folder), { recursive: true });
  }
  await write('proc/meminfo', 'MemAvailable: 800000 kB\nSwapFree: 0 kB\n');
  await unpack('1.0.0');
  const first = way === 'run' ? ['--run'] : [];
  return {
    at,
    unpack,
    write,
    read: (path: string) => readFile(at(path), 'utf8'),
    /** Its exit code, and what it said. */
    up: (words: string[], answers: string[] = [], version = '1.0.0') => {
      const script = at(`opt/namecard-${version}/deploy/up.sh`);
      const input = answers.map((answer) => `${answer}\n`).join('');
      const ended = spawnSync(script, [...first, ...words], { input, encoding: 'utf8' });
      return [ended.status, ended.stderr] as const;
    },
    [Symbol.asyncDispose]: dispose,
  };
}

const answers = ['right-token', 'Cards <hello@a.example>', 'boss@a.example', 'y'];

async function running(way: Way = 'run') {
  const server = await bareServer(way);
  expect(server.up(['a.example'], answers)).toMatchObject([0, /Ready/]);
  return server;
}

const said = (code: number, words: RegExp) => [code, expect.stringMatching(words)];

describe('up.sh refuses', () => {
  it.each([
    ['no domain', 'https://a.example', {}, /a domain alone/],
    [
      'little memory',
      'a.example',
      { 'proc/meminfo': 'SwapFree: 9000 kB' },
      /Only 8 MB.*swap/,
    ],
    ['a domain that leads elsewhere', 'a.example', { elsewhere: 'No!' }, /^No!$/],
    ['a change before the first start', '--change', {}, /give the domain first/],
  ])('%s, and changes nothing', async (_, word, files, words) => {
    await using server = await bareServer('run');
    for (const [path, text] of Object.entries(files)) await server.write(path, text);
    expect(server.up([word])).toEqual(said(1, words));
    await expect(stat(server.at('etc/namecard'))).rejects.toThrow('ENOENT');
  });

  it('a domain with an AAAA record for compose', () => {
    const words = [join(deploy, 'reach.mjs'), '::1', 'compose'];
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect([status, stderr]).toEqual(said(1, /remove the record/));
  });

  it('to run twice at once', async () => {
    await using server = await bareServer('run');
    const up = server.at('opt/namecard-1.0.0/deploy/up.sh');
    const words = ['flock', server.at('run/namecard-up'), up, '--run', 'a.example'];
    const { stderr } = spawnSync('sh', ['-c', words.join(' ')], { encoding: 'utf8' });
    expect(stderr).toMatch(/Another up\.sh runs/);
  });
});

describe('up.sh', () => {
  it.each(['run', 'compose', 'systemd'] as const)(
    'asks until a mail has arrived, starts by %s, and shows no secret',
    async (way) => {
      await using server = await bareServer(way);
      const [token = '', sender = '', admin = '', yes = ''] = answers;
      const asked = ['wrong-token', sender, admin, token, '', '', 'no', '', '', '', yes];
      const [code, text] = server.up(['a.example'], asked);
      expect([code, text]).toEqual(said(0, /Correct what it names.*spam.*Ready: /s));
      const done = await server.read('done');
      expect(`${text}${done}`).not.toMatch(/wrong-token|right-token|has the lock/);
      expect(await server.read('etc/namecard/settings')).toMatch(
        /^PUBLIC_URL='https:\/\/a\.example'\n.*EMAIL_FROM='Cards <hello@a\.example>'\n.*boss@a/s,
      );
      for (const [name, may] of Object.entries({
        'postmark-server-token': 0o640,
        settings: 0o600,
        'secret-key': 0o640,
      })) {
        const { mode } = await stat(server.at(`etc/namecard/${name}`));
        expect(mode & ~may & 0o777).toBe(0);
      }
      expect(await server.read('etc/namecard/postmark-server-token')).toBe(token);
    },
  );

  it.each([
    ['"A B" #1 $HOME <a@a.example>', `'"A B" #1 $HOME <a@a.example>'`],
    ["O'Neil $1 <a@a.example>", `"O'Neil \\$1 <a@a.example>"`],
  ])(
    'writes %s so that systemd and compose read it alike, and reads it again',
    async (sender, written) => {
      await using server = await bareServer('run');
      expect(server.up(['a.example'], answers.with(1, sender))[0]).toBe(0);
      const again = server.up(['--change', 'mail'], ['', '', '', 'y']);
      expect(again).toEqual(said(0, /in use/));
      expect(again[1]).toContain(`[${sender}]`);
      const settings = await server.read('etc/namecard/settings');
      expect(settings.split('\n')).toContain(`EMAIL_FROM=${written}`);
    },
  );

  it('reads settings with line breaks of Windows, and the last of two', async () => {
    await using server = await running();
    const settings = await server.read('etc/namecard/settings');
    const edited = `PUBLIC_URL='https://old.example'\n${settings}`;
    await server.write('etc/namecard/settings', edited.replaceAll('\n', '\r\n'));
    expect(server.up(['a.example'])).toEqual(said(0, /Ready/));
  });

  it('makes a backup, migrates, ends what an interrupted run left, and starts beside the old version', async () => {
    await using server = await running();
    await server.unpack('1.0.1');
    await server.write('done');
    expect(server.up(['a.example'], [], '1.0.1')).toEqual(
      said(0, /From 1\.0\.0 to 1\.0\.1/),
    );
    expect(await server.read('done')).toMatch(
      /backup --keep 14.*migrate --beside 1\.0\.0\n.*migrate\n.*--stop.*3001\n.*--start.*3001.*--stop.*3000/s,
    );
    expect(await readlink(server.at('opt/namecard'))).toMatch(/1\.0\.1$/);
  });

  it('ends by --run a service that hangs, and starts it again', async () => {
    await using server = await bareServer('run');
    await server.write('hangs');
    expect(server.up(['a.example'], answers)[0]).toBe(0);
    await expect
      .poll(() => server.read('done'), { timeout: 10_000 })
      .toMatch(/--signal KILL [^\n]*3000\n.*--start [^\n]*3000 /s);
  });

  it('takes no other program on the port for the service', async () => {
    await using server = await running();
    const probe = await server.read('probe');
    let body = '{"status":"ok"}';
    const other = createServer((_, answer) => answer.end(body));
    const url = `http://127.0.0.1:${await listen(other, 0)}`;
    const look = async () => {
      const script = probe.replace('https://a.example', url).replace('60_000', '0');
      const words = ['--input-type=module', '-e', script];
      return once(spawn(process.execPath, words), 'exit');
    };
    expect(await look()).toEqual([0, null]);
    body = '<title>Grafana</title>';
    expect(await look()).toEqual([1, null]);
    other.close();
  });

  it('asks before there is no way back, and ends if the database does not say so', async () => {
    await using server = await running();
    await server.unpack('1.0.1');
    await server.write('bars', '1');
    expect(server.up(['a.example'], ['yes'], '1.0.1')).toEqual(
      said(1, /^(?!.*no way back).*Nothing was changed/s),
    );
    await server.write('bars', '2');
    expect(server.up(['a.example'], ['no'], '1.0.1')).toEqual(
      said(1, /Nothing was changed/),
    );
    expect(server.up(['a.example'], ['yes'], '1.0.1')).toEqual(said(0, /Ready/));
  });

  it('runs the image of the version that goes on after a refused upgrade by compose', async () => {
    await using server = await running('compose');
    await server.unpack('1.0.1');
    await server.write('bars', '1');
    await server.write('opt/namecard-1.0.1/revision', 'abc\n');
    expect(server.up(['a.example'], [], '1.0.1')[0]).toBe(1);
    // For the image's labels.
    const built = 'build --build-arg VERSION=1.0.1 --build-arg REVISION=abc\n';
    expect(await server.read('done')).toContain(built);
    await server.write('done');
    expect(server.up(['--change', 'mail'], ['', '', '', 'y'])).toEqual(said(0, /in use/));
    const images = (await server.read('done')).match(/^image.*/gm);
    expect(new Set(images)).toEqual(new Set(['image:1.0.0']));
  });

  it.each([
    ['run', /--stop [^\n]*3001\n/],
    ['compose', /logs [^\n]* namecard\nimage:1\.0\.0\n[^\n]*up --detach [^\n]*\n$/],
    ['systemd', /restart namecard@3001\n[^]*disable [^\n]*3001\n[^]*daemon-reload\n$/],
  ] as const)(
    'goes back by %s to what ran before if the new version does not answer',
    async (way, done) => {
      await using server = await running(way);
      await server.unpack('1.0.1');
      const folder = 'opt/namecard-1.0.1/deploy';
      const unit = `${folder}/namecard@.service`;
      await server.write(unit, `${await server.read(unit)}# newer`);
      await server.write(`${folder}/namecard-later.timer`);
      const units = async () => {
        const names = await readdir(server.at('etc/systemd/system'));
        return Promise.all(
          names.map((name) => server.read(`etc/systemd/system/${name}`)),
        );
      };
      const before = await units();
      await server.write('down');
      await server.write('done');
      expect(server.up(['a.example'], [], '1.0.1')).toEqual(said(1, /before goes on/));
      expect(await readlink(server.at('opt/namecard'))).toMatch(/1\.0\.0$/);
      expect(await units()).toEqual(before);
      expect(before.length > 0).toBe(way === 'systemd');
      const does = await server.read('done');
      expect(does).toMatch(done);
      // Calls wait for a minute, so what ended is asked once.
      expect(does).not.toMatch(/readyz.*readyz|service_healthy/s);
    },
  );

  it.each([
    ['is empty', '', '', /Nothing was changed/],
    ['does not fit the database', 'new', 'wrong', /Nothing was changed/],
    ['does not let it start', 'new', 'down', /before goes on/],
    ['has no room', 'new', 'full', /No space left/],
  ])('keeps a secret if the other %s', async (_, typed, file, words) => {
    await using server = await running();
    const before = await server.read('etc/namecard/metrics-token');
    if (file) await server.write(file);
    expect(server.up(['--change', 'metrics-token'], [typed])).toEqual(said(1, words));
    expect(await server.read('etc/namecard/metrics-token')).toBe(before);
    expect((await readdir(server.at('etc'))).join()).not.toContain('namecard.');
  });

  it('keeps the provider’s secret if the provider refuses the other', async () => {
    await using server = await running();
    const asked = ['wrong-token', '', ''];
    expect(server.up(['--change', 'postmark-server-token'], asked)).toEqual(
      said(1, /Correct what it names.*No answer/s),
    );
    const kept = await server.read('etc/namecard/postmark-server-token');
    expect(kept).toBe('right-token');
  });

  it('keeps the new secret of a service that runs, if the old one can’t be stopped', async () => {
    await using server = await running();
    await server.write('stuck');
    expect(server.up(['--change', 'metrics-token'], ['new'])[0]).toBe(1);
    await expect(readdir(server.at('etc'))).resolves.not.toContain('namecard.0');
    expect(server.up(['--change', 'nothing'])).toEqual(said(1, /name of a secret/));
    expect(await server.read('etc/namecard/metrics-token')).toBe('new');
  });

  it('changes a secret, and no other file', async () => {
    await using server = await running();
    for (const name of ['settings', '../../proc/meminfo', 'nothing']) {
      expect(server.up(['--change', name], ['x'])).toEqual(said(1, /name of a secret/));
    }
    expect(server.up(['--change', 'metrics-token'], ['new'])).toEqual(said(0, /in use/));
    expect(await server.read('etc/namecard/metrics-token')).toBe('new');
    expect((await readdir(server.at('etc'))).join()).not.toContain('namecard.');
  });
});
