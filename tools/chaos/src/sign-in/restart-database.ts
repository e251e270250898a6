import { restartUnderLoad } from './restarts.ts';
import { countSlots, terminateMidTransaction } from './slots.ts';
import { conclude, type Report } from './stage/findings.ts';
import { startPostgres } from './stage/postgres.ts';
import { openStage } from './stage/stage.ts';

/**
 * What the service does while its PostgreSQL is restarted and its connections are terminated: two
 * instances of the service, everything on 127.0.0.1. Times are reported, never judged.
 */
console.log('Two instances, one PostgreSQL, the default limits but MAX_MAILS_PER_HOUR=0,');
console.log(
  'LIMIT_WRONG_GLOBAL=0 and MAX_PROFILES_PER_ACCOUNT=0. "crash" is an immediate shutdown.',
);

const postgres = await startPostgres();
const stage = await openStage(postgres.url, {
  MAX_MAILS_PER_HOUR: '0',
  LIMIT_WRONG_GLOBAL: '0',
  MAX_PROFILES_PER_ACCOUNT: '0',
});
const report: Report = [];
try {
  const ends = ['fast', 'crash', 'fast', 'crash', 'fast'] as const;
  report.push(
    ...(await restartUnderLoad(stage, postgres, { ends: [...ends], gone: 2_000, serving: 2_000 })),
    ...(await terminateMidTransaction(stage, 5)),
    ...(await countSlots(stage)),
  );
} finally {
  await stage.close();
  await postgres.remove();
}
conclude(report);
