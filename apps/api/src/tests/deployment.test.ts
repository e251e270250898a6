import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { makeDataDirectory, nodeFlags } from '@namecard/testing';
import { describe, expect, it } from 'vitest';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

const read = (path: string) => readFile(join(repository, path), 'utf8');

/** The words of the production command in docs/run/install.md. */
async function documented(): Promise<string[]> {
  const [line = ''] =
    /^.*apps\/api\/src\/main\.ts$/m.exec(await read('docs/run/install.md')) ?? [];
  return line.split(' ');
}

describe('the documented production command', () => {
  it('runs Node with the flags of npm start', async () => {
    const command = ['node_modules/.bin/node', ...nodeFlags, 'apps/api/src/main.ts'];
    expect(await documented()).toEqual(command);
  });

  it('is the command of the unit and the image', async () => {
    const words = await documented();
    const unit = /^ExecStart=\/opt\/namecard\/(.+)$/m.exec(
      await read('deploy/namecard@.service'),
    );
    expect(unit?.[1]?.split(' ')).toEqual(words);
    const image = /^ENTRYPOINT (.+)$/m.exec(await read('deploy/Dockerfile'));
    const [node, ...rest] = words;
    expect(JSON.parse(image?.[1] ?? '')).toEqual([`/namecard/${node}`, ...rest]);
  });
});

/** Runs deploy/namecard on other folders, with programs in place of those that need root. */
async function runInstalled(
  files: Record<string, string>,
  env: NodeJS.ProcessEnv = {},
  others: Record<string, string> = {},
  words = ['user', 'erase', 'A B'],
) {
  await using directory = await makeDataDirectory();
  const programs = {
    id: 'echo 0',
    install: 'true',
    chown: 'echo "chown $*"',
    setpriv: `shift 4; "$@"`,
    namecard: `env; echo "ran $*"; cd ${directory.path}/etc; stat --format '%a %n' . *`,
    ...others,
  };
  for (const [name, does] of Object.entries(programs)) {
    await writeFile(join(directory.path, name), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
  }
  await mkdir(join(directory.path, 'etc'));
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(directory.path, 'etc', name), content);
  }
  const script = (await read('deploy/namecard'))
    .replaceAll('/etc/namecard', join(directory.path, 'etc'))
    .replaceAll('/opt/namecard', directory.path);
  const run = spawnSync('sh', ['-c', script, 'namecard', ...words], {
    env: { PATH: `${directory.path}:${process.env['PATH']}`, ...env },
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return `${run.stdout}${run.stderr}`.split('\n');
}

describe('the probe', () => {
  it.each([
    ['28 28 28', 'kill --signal=KILL namecard@3001\nrestart namecard@3001\n'],
    ['28 28 0', ''],
    ['7', ''],
  ])('of an instance whose answers are %s', async (codes, done) => {
    await using directory = await makeDataDirectory();
    const place = (name: string) => join(directory.path, name);
    await writeFile(place('codes'), codes.replaceAll(' ', '\n'));
    const curl = `code=$(head -n 1 ${place('codes')}); sed -i 1d ${place('codes')}; exit $code`;
    for (const [name, does] of Object.entries({
      curl,
      systemctl: `echo "$*" >> ${place('done')}`,
    })) {
      await writeFile(place(name), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
    }
    const unit = await read('deploy/namecard-probe@.service');
    const [, script = ''] = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit) ?? [];
    await writeFile(place('done'), '');
    execFileSync('sh', ['-c', script.replaceAll('%i', '3001').replaceAll('$$', '$')], {
      env: { PATH: `${directory.path}:${process.env['PATH']}` },
    });
    expect(await readFile(place('done'), 'utf8')).toBe(done);
  });
});

describe('the network of compose', () => {
  it('gives the address that TRUST_PROXY trusts to Caddy alone', async () => {
    const compose = await read('deploy/compose.yml');
    const [, caddy = ''] = /ipv4_address: (\S+)/.exec(compose) ?? [];
    expect(await read('deploy/up.sh')).toContain(`proxy=${caddy}\n`);
    const [, from = '', bits] = /ip_range: (\S+)\/(\d+)/.exec(compose) ?? [];
    const others = new BlockList();
    others.addSubnet(from, Number(bits));
    expect(others.check(caddy)).toBe(false);
  });
});

describe('the health check of compose', () => {
  it('is well while the service answers, leaves one that does not listen, and ends one that hangs', async () => {
    const compose = await read('deploy/compose.yml');
    expect(compose).toContain("test: ['CMD', 'node', 'deploy/probe.mjs']");
    const serving = `require('http').createServer((_, answer) => answer.end()).listen(0, function () {
      console.log(process.pid, this.address().port);
    })`;
    // In place of the container's first process. It says how the service ended.
    const script = `"$0" -e "$1" & wait $!; echo $?`;
    const init = spawn('sh', ['-c', script, process.execPath, serving]);
    const lines = createInterface(init.stdout)[Symbol.asyncIterator]();
    const [pid = 0, port = 0] = String((await lines.next()).value)
      .split(' ')
      .map(Number);
    const probe = (PORT: number, timeout = 20_000) => {
      const words = [join(repository, 'deploy/probe.mjs'), `${init.pid}`, `${timeout}`];
      const env = { ...process.env, PORT: `${PORT}` };
      return spawnSync(process.execPath, words, { env, encoding: 'utf8' });
    };
    expect(probe(port)).toMatchObject({ status: 0, stderr: '' });
    expect(probe(1)).toMatchObject({ status: 1, stderr: '' });
    process.kill(pid, 'SIGSTOP');
    expect(probe(port, 200)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/It hangs/),
    });
    expect((await lines.next()).value).toBe('137');
  });
});

describe('the doctor', () => {
  it('mails root once what fails, then that it changed or is over, and again if no mail left', async () => {
    await using directory = await makeDataDirectory();
    const place = (name: string) => join(directory.path, name);
    const unit = await read('deploy/namecard-doctor.service');
    const [, script = ''] = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit) ?? [];
    const words = script
      .replaceAll(/\$\$|%%|\\\\/g, (twice) => twice.slice(1))
      .replace('/usr/local/bin/namecard', place('namecard'));
    const programs = { mail: `[ ! -e ${place('cut')} ] && cat >> ${place('mails')}` };
    const look = async (found: string, code = found === '' ? 0 : 1) => {
      const all = { ...programs, namecard: `printf '${found}'; exit ${code}` };
      for (const [name, does] of Object.entries(all)) {
        await writeFile(place(name), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
      }
      const { stderr } = spawnSync('sh', ['-c', words], {
        env: {
          PATH: `${directory.path}:${process.env['PATH']}`,
          STATE_DIRECTORY: directory.path,
        },
        encoding: 'utf8',
      });
      return stderr;
    };
    // As in systemd, standard error is a socket: what opens /dev/stderr fails.
    expect(await look('')).toBe('All is well.\n');
    expect(await look('')).toBe('');
    await writeFile(place('cut'), '');
    await look('fail  backup: 37 hours old');
    await rm(place('cut'));
    await look('fail  backup: 38 hours old');
    await look('fail  backup: 39 hours old');
    await look('fail  disk: full');
    // Such as one that the kernel killed.
    await look('', 137);
    await look('');
    expect(await readFile(place('mails'), 'utf8')).toBe(
      'All is well.\nfail  backup: 38 hours old\nfail  disk: full\nThe check ended without a word.\nAll is well.\n',
    );
  });
});

describe('deploy/namecard', () => {
  it('reads settings as systemd does, and the secrets of the unit', async () => {
    const lines = await runInstalled({
      settings: [
        'PRODUCT_NAME=Old\n# a comment\nEMAIL_FROM=Cards <a@example.com> #1 $HOME',
        '\t PUBLIC_URL="https://a.example"\r\n',
        `TERMS_URL=a\\'b "c"`,
        `IMPRINT_URL='"A B" \\$ <c>' `,
        `PRIVACY_URL="O'B \\"\\$\\\\ \\d <c>"`,
        `PRODUCT_NAME="A B" <c>`,
      ].join('\n'),
      'database-url': 'postgresql://a:b$c@d/e\r\n',
      'secret-key~': 'old',
      'secret-key.old': 'old',
      'hash-key': 'not for the service',
    });
    expect(lines).toEqual(
      expect.arrayContaining([
        'EMAIL_FROM=Cards <a@example.com> #1 $HOME',
        'PUBLIC_URL=https://a.example',
        `TERMS_URL=a'b "c"`,
        `IMPRINT_URL="A B" \\$ <c>`,
        `PRIVACY_URL=O'B "$\\ \\d <c>`,
        'PRODUCT_NAME=A B<c>',
        expect.stringMatching(/^DATABASE_URL_FILE=.*\/etc\/database-url$/),
        'NODE_ENV=production',
        'ran user erase A B',
        expect.stringMatching(/does not read .*hash-key: write HASH_KEY=… into settings/),
      ]),
    );
    // Others may read the environment of a process, so it has no secret.
    const variables = lines.filter((line) => /^\w+=/.test(line));
    expect(variables.join()).not.toMatch(/b\$c|OLD|~|HASH_KEY/);
  });

  it('lets root alone write the files and read the settings, and its group the secrets', async () => {
    const files = { settings: 'PORT=3000', 'database-url': 'postgresql://main' };
    const lines = await runInstalled(files);
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^chown root:namecard (\S+\/etc) \1\/database-url \1\/settings$/,
        ),
        '750 .',
        '640 database-url',
        '600 settings',
      ]),
    );
  });

  it('runs where it may not write there', async () => {
    const chown = 'echo "Read-only file system" >&2; exit 1';
    const lines = await runInstalled({ settings: '' }, {}, { chown, chmod: chown });
    expect(lines).toContain('ran user erase A B');
  });

  it('restores with the receipts of all instances, or with those that are named', async () => {
    const words = ['restore', 'a.backup', '--erasures', 'A B'];
    const lines = await runInstalled({ settings: '' }, {}, {}, words);
    expect(lines).toContain(
      'ran restore --erasures /var/lib/namecard a.backup --erasures A B',
    );
    const compose = await read('deploy/compose.yml');
    expect(compose).toContain("volumes: ['backups:/backups', 'data:/data']");
  });

  it('asks for root by sudo, but not with another database, which sudo would drop', async () => {
    const others = { id: 'echo 1000', sudo: 'echo "sudo $*"' };
    const run = (env: NodeJS.ProcessEnv) => runInstalled({ settings: '' }, env, others);
    expect(await run({})).toContain('sudo namecard user erase A B');
    await expect(run({ DATABASE_URL: 'postgresql://drill' })).rejects.toThrow(/sudo -s/);
  });

  it('leaves a setting of its environment as it is', async () => {
    const files = { settings: 'PORT=3000', 'database-url': 'postgresql://main' };
    const lines = await runInstalled(files, { DATABASE_URL: 'postgresql://drill' });
    expect(lines).toContain('DATABASE_URL=postgresql://drill');
    expect(lines.join()).not.toContain('DATABASE_URL_FILE');
    expect(lines).toContain('PORT=3000');
    const drill = { ...files, 'postmark-server-token': 'token' };
    const emptied = await runInstalled(drill, { POSTMARK_SERVER_TOKEN: '' });
    expect(emptied.join()).not.toContain('POSTMARK_SERVER_TOKEN_FILE');
  });
});
