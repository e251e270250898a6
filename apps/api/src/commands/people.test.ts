import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { statements } from '@namecard/db';
import { useTestDatabase } from '@namecard/db/testing';
import { makeDataDirectory, testSecretKey } from '@namecard/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runCommand } from '../testing/run-command.ts';

const database = useTestDatabase();

const ann = '01234567-89ab-7def-8123-456789abcdef';

const namecard = (...args: string[]) =>
  runCommand(args, {
    DATABASE_URL: database().url,
    SECRET_KEY: testSecretKey,
    ADMIN_EMAILS: 'root@example.com',
  });

const db = () => statements(database().orm.em.fork());

beforeAll(async () => {
  const people = [ann, '01234567-89ab-7def-8123-456789abcde0'].map((id, index) => {
    const email = index === 0 ? 'Ann@example.com' : 'root@example.com';
    return { id, email, emailKey: email.toLowerCase(), profileCount: 1 - index };
  });
  await db().insertInto('users').values(people).execute();
  await db()
    .insertInto('profiles')
    .values({ id: ann, ownerId: ann, username: 'ann', usernameKey: 'ann', referral: '' })
    .execute();
  await db()
    .insertInto('sessions')
    .values({
      id: ann,
      userId: ann,
      tokenHash: Buffer.from('x'),
      browser: 'Firefox',
      system: 'Linux',
    })
    .execute();
});

/** The history, oldest event first. */
const recorded = () =>
  db()
    .selectFrom('moderation_actions')
    .select(['type', 'actorKind', 'actorId', 'reason', 'note', 'privateNote'])
    .orderBy('position')
    .execute();

const Suspended = z.object({ user: z.object({ suspension: z.unknown() }) });

describe('the operator', () => {
  it('finds people by their address or id', async () => {
    const unnamed = await namecard('user', 'role', 'nobody@example.com', 'moderator');
    expect(unnamed).toMatchObject({ code: 1, err: 'Nobody has this address.\n' });
  });

  it('does what admins do, and the history records it as the operator’s', async () => {
    const why = ['--reason', 'spam', '--note', 'Write to us.'];
    const commands = [
      ['user', 'role', 'ann@example.com', 'moderator', '--note', 'new in the team'],
      ['user', 'suspend', 'ann@example.com', ...why, '--days', '3'],
      ['user', 'restore', ann],
    ];
    for (const command of commands) {
      expect({ command, ...(await namecard(...command)) }).toMatchObject({
        code: 0,
        err: '',
      });
    }
    const operator = { actorKind: 'operator', actorId: null };
    expect(await recorded()).toMatchObject([
      { ...operator, type: 'user.role_changed', privateNote: 'new in the team' },
      { ...operator, type: 'user.suspended', reason: 'spam', note: 'Write to us.' },
      { ...operator, type: 'user.unsuspended' },
    ]);
  });

  it('prints one JSON document with --json', async () => {
    const { out } = await namecard('user', 'role', ann, 'user', '--json');
    expect(Suspended.parse(JSON.parse(out)).user.suspension).toBeNull();
  });

  it('may do to an admin of ADMIN_EMAILS what otherwise only another of them may do', async () => {
    const suspend = ['user', 'suspend', 'root@example.com', '--reason', 'other'];
    expect((await namecard(...suspend)).err).toContain('at note');
    suspend.push('--note', 'Lost the mailbox.');
    // The last admin can be suspended, although nobody could then give roles in
    // the app.
    expect(await namecard(...suspend)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Nobody else is an admin/),
    });
    await namecard('user', 'role', ann, 'admin');
    expect(await namecard(...suspend)).toMatchObject({ code: 0 });
  });

  it('says what is wrong with the input, and does nothing', async () => {
    const before = await recorded();
    const suspend = ['user', 'suspend', ann, '--reason', 'spam'];
    expect(await namecard(...suspend, '--until', 'tomorrow')).toMatchObject({
      code: 1,
      err: expect.stringContaining('until'),
    });
    expect(await recorded()).toEqual(before);
  });

  it('invites the people of a file, and tells of each line as the dry run does', async () => {
    await using directory = await makeDataDirectory();
    const file = join(directory.path, 'list.csv');
    const many = Array.from({ length: 210 }, (_, at) => `new-${at}@example.com,de,New`);
    const lines = ['none,,', 'New-0@example.com,,'];
    await writeFile(file, ['email,language,name', ...many, ...lines].join('\n'));
    const told = `accepted: 210\nrepeated: 1\ninvalid: 1
  line 212: invalid: none
  line 213: repeated: New-0@example.com\n`;
    const dry = await namecard('invite', file, '--dry-run');
    expect(dry.out).toBe(`${told}Nobody was invited: this was a dry run.\n`);
    expect(await namecard('invite', file)).toMatchObject({ out: told, code: 0 });
    const invited = db().selectFrom('invitations').select(['language', 'draft']);
    const rows = await invited.execute();
    expect(rows).toHaveLength(210);
    expect(rows[0]).toEqual({ language: 'de', draft: { name: 'New' } });
    expect((await namecard('invite', file)).out).toContain('invited: 210\n');
  });
});
