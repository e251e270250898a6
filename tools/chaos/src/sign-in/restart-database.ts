import { restartUnderLoad } from './restarts.ts';
import { countSlots, terminateMidTransaction } from './slots.ts';
import { conclude, type Report } from './fixture/findings.ts';
import { startPostgres } from './fixture/postgres.ts';
import { openFixture } from './fixture/fixture.ts';

/**
 * What the service does while its PostgreSQL is restarted and its connections are terminated: two
 * instances of the service, everything on 127.0.0.1. Times are reported, never checked.
 */
console.log('Two instances, one PostgreSQL, the default limits but MAX_MAILS_PER_HOUR=0,');
console.log(
  'LIMIT_WRONG_PER_DAY=0 and MAX_PROFILES_PER_ACCOUNT=0. "crash" is an immediate shutdown.',
);

const postgres = await startPostgres();
const fixture = await openFixture(postgres.url, {
  MAX_MAILS_PER_HOUR: '0',
  LIMIT_WRONG_PER_DAY: '0',
  MAX_PROFILES_PER_ACCOUNT: '0',
});
const report: Report = [];
try {
  const ends = ['fast', 'crash', 'fast', 'crash', 'fast'] as const;
  report.push(
    ...(await restartUnderLoad(fixture, postgres, {
      ends: [...ends],
      gone: 2_000,
      serving: 2_000,
    })),
    ...(await terminateMidTransaction(fixture, 5)),
    ...(await countSlots(fixture)),
  );
} finally {
  await fixture.close();
  await postgres.remove();
}
conclude(report);
