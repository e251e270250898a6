import { describe, expect, it } from 'vitest';
import { useService } from '../testing/use-service.ts';
import { claimRecurring, readJobLags } from './jobs.sql.ts';

const service = useService();

describe('how long a job has been due', () => {
  it('is absent before the first claim, and then counts from the due time, even while claimed', async () => {
    expect(await readJobLags(service().orm.em)).toEqual([]);
    await claimRecurring(service().orm.em, 'sweep');
    expect(await readJobLags(service().orm.em)).toEqual([{ kind: 'sweep', seconds: 0 }]);
    await service().clock.advance('90 minutes');
    expect(await readJobLags(service().orm.em)).toEqual([
      { kind: 'sweep', seconds: 5_400 },
    ]);
  });
});
