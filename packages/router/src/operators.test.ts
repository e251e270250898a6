import { describe, expect, it } from 'vitest';
import { areShortCodesClosed, countTowardsDay } from './access/guesses.sql.ts';
import { countLiveChallenges, readSealingKeys } from './access/keys.sql.ts';
import { readBackupAge } from './audit/backups.sql.ts';
import { recordOperation } from './audit/record-action.ts';
import { waitingCase } from './testing/moves.ts';
import { admin, newAddress, signIn } from './testing/people.ts';
import { useService } from './testing/use-service.ts';

const service = useService();
const em = () => service().orm.em.fork();

describe('operators read', () => {
  it('whether the day’s limit of wrong guesses closed short codes', async () => {
    expect(await areShortCodesClosed(em(), { wrongPerDay: 1 })).toBe(false);
    await countTowardsDay(em(), { network: '10.0.0.0/24', compared: 1 });
    expect(await areShortCodesClosed(em(), { wrongPerDay: 1 })).toBe(true);
    expect(await areShortCodesClosed(em(), { wrongPerDay: 0 })).toBe(false);
  });

  it('how many valid codes need which secret key', async () => {
    await service().as().auth.sendCode({ email: newAddress() });
    const { id } = service().deps.keys.current;
    expect(await countLiveChallenges(em())).toEqual(new Map([[id, 1]]));
    await service().clock.advance('1 day');
    expect(await countLiveChallenges(em())).toEqual(new Map());
    const boss = await admin(service());
    await service().as(boss.token).users.askRemoval();
    expect(await countLiveChallenges(em())).toEqual(new Map([[id, 1]]));
    await waitingCase(service(), await signIn(service()), boss);
    await service().clock.advance('80 days');
    expect(await countLiveChallenges(em())).toEqual(new Map([[id, 1]]));
  });

  it('which secret keys seal webhook secrets', async () => {
    expect(await readSealingKeys(em())).toEqual([]);
    const { api } = await admin(service());
    await api.webhooks.create({ url: 'https://example.com', kinds: ['user.erased'] });
    expect(await readSealingKeys(em())).toEqual([service().deps.keys.current.id]);
  });

  it('how long ago the last backup was made', async () => {
    expect(await readBackupAge(em())).toBeUndefined();
    const { random, telemetry } = service().deps;
    const recording = { em: em(), random, telemetry };
    await recordOperation(recording, 'database.backed_up', { after: {} });
    await service().clock.advance('2 hours');
    expect(await readBackupAge(em())).toBe(7_200);
  });
});
