import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../test-database.ts';
import { expectAllExecuted, prepareAll } from './prepare.ts';
import { findTemplates, isFrom } from './templates.ts';

const database = useTestDatabase();

describe('the statements of the tests', () => {
  it('are refused if the server does not know a function', async () => {
    const unknown = 'select from_the_future(1)';
    await expect(prepareAll(database().url, [unknown])).rejects.toThrow(unknown);
  });

  it('are refused if there are none, and counted otherwise', async () => {
    await expect(prepareAll(database().url, ['begin'])).rejects.toThrow('no statement');
    const said = await prepareAll(database().url, ["select 'a'", "select 'b'"]);
    expect(said).toMatch(/^1 statements prepared on PostgreSQL \d+/);
  });

  it('are left out if they are several in one text, of which none runs', async () => {
    const several = 'delete from users where false; select from_the_future(1)';
    const said = await prepareAll(database().url, [several, 'select 1']);
    expect(said).toMatch(/^2 statements/);
    const comment = '-- to compare it with. So a crash\ncreate function none()';
    await expect(prepareAll(database().url, [comment])).rejects.toThrow('no statement');
  });

  it('have to include each statement of the source', () => {
    const all = findTemplates().map(({ texts }) => texts.join('1'));
    expect(() => expectAllExecuted(all)).not.toThrow();
    const others = all.filter((text) => !text.includes('insert into instances'));
    expect(() => expectAllExecuted(others)).toThrow('/instances.sql.ts:');
  });

  it('are from a template if they have all of its texts in order', () => {
    const template = { place: 'here:1', texts: ['select ', ' from users where ', ''] };
    expect(isFrom('select id from users where true', template)).toBe(true);
    expect(isFrom('update users set id = 1', template)).toBe(false);
  });
});
