import { describe, expect, it } from 'vitest';
import { useService } from '../testing/use-service.ts';
import { claimRecurring } from './jobs.sql.ts';
import { readLags } from './lags.ts';

const service = useService();

describe('how long a job has been due', () => {
  it('is absent before the first claim, and then counts from the due time, even while claimed', async () => {
    expect(await readLags(service())).toEqual([]);
    await claimRecurring(service().orm.em, 'sweep');
    expect(await readLags(service())).toEqual([{ kind: 'sweep', seconds: 0 }]);
    await service().clock.advance('90 minutes');
    expect(await readLags(service())).toEqual([{ kind: 'sweep', seconds: 5_400 }]);
  });
});
