import { statements } from '@namecard/db';
import { csvOf } from '@namecard/look/csv';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, somebody, type Person } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
let staff: Person;

const lineOf = (value: string | null) =>
  csvOf([['value', (row: typeof value) => row]], [value], false);

describe('a line of CSV', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '＝1',
    ' =1',
    '\u{feff}=1',
    '\u{202e}@x',
    '\u{200b} +1',
  ])('holds %j as text, not as a formula', (text) => {
    expect(lineOf(text).replaceAll('"', '')).toBe(`'${text}\r\n`);
  });

  it.each([
    ['a,b', '"a,b"'],
    ['say "a"', '"say ""a"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['plain = text', 'plain = text'],
    [null, ''],
  ])('quotes %j as it has to be', (text, expected) => {
    expect(lineOf(text)).toBe(`${expected}\r\n`);
  });
});

describe('the export', () => {
  beforeAll(async () => {
    const owner = await somebody(service());
    staff = await admin(service());
    for (const username of ['-ann', 'ben']) {
      await owner.api.profiles.create({ username, referral: '' });
    }
    await staff.api.moderation.profiles.hide({
      username: '-ann',
      reason: 'spam',
      note: '=1+1',
      privateNote: 'First, "second"\nthird',
    });
  });

  const exported = async (cursor?: string) =>
    (await staff.api.audit.exportCsv({ cursor })).data;

  it('has a header and a line for each event, notes of the team included', async () => {
    const { csv, nextCursor } = await exported();
    const [header = '', ...lines] = csv.split('\r\n');
    expect(header.split(',').slice(0, 8)).toEqual([
      'at',
      'type',
      'actor',
      'profile',
      'user',
      'reason',
      'note',
      'private note',
    ]);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(
      `,profile.hidden,${staff.email},'-ann,,spam,'=1+1,"First, ""second""\nthird","{""hidden"":false}",`,
    );
    expect(nextCursor).toBeNull();
  });

  it('goes on in calls of a thousand, whose texts are one file', async () => {
    await sql`
      with action as (
        insert into moderation_actions (id, type, actor_kind, ip, browser, system, requested, done)
        values (gen_random_uuid(), 'profile.hidden', 'operator', '', '', '', 2100, 2100) returning id
      )
      insert into audit_events (id, action_id, type, profile_id, username, before, after)
      select gen_random_uuid(), action.id, 'profile.hidden', gen_random_uuid(), 'bulk' || n, '{}', '{}'
      from action, generate_series(1, 2100) n
    `.execute(statements(service().orm.em.fork()));
    let file = '';
    let cursor: string | undefined;
    let calls = 0;
    do {
      const { csv, nextCursor } = await exported(cursor);
      file += csv;
      cursor = nextCursor ?? undefined;
      calls += 1;
    } while (cursor !== undefined);
    expect(calls).toBe(3);
    const names = file.match(/,bulk\d+,/g) ?? [];
    expect(new Set(names).size).toBe(2100);
    expect(file.match(/^at,type/gm)).toHaveLength(1);
    expect(file.startsWith('at,type')).toBe(true);
  });
});
