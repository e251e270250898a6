import { expect, it } from 'vitest';
import { useService } from '../../testing/start-service.ts';
import { writeSeed } from './write.ts';

const service = useService();

it('the seed fills an empty database only, and its tokens are those of its users', async () => {
  const { orm } = service().service.parts;
  const people = { users: 2, profiles: 5, sessions: 1 };
  const [token, ...others] = await writeSeed(orm, people);
  expect(others).toEqual([]);
  const ask = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${service().origin}/api/v1${path}`, { headers })).json();
  };
  const user = { email: 'person1@example.com' };
  expect(await ask('/users/me')).toMatchObject({ data: { user } });
  expect(await ask('/profiles')).toMatchObject({ data: { count: { all: 5 } } });
  await expect(writeSeed(orm, people)).rejects.toThrow('There are users already');
});
