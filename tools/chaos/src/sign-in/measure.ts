import { outlastStranger, raceRightCodes, raceWrongCodes } from './guesses.ts';
import { compareAnswers } from './likeness.ts';
import { guessAgainAndAgain } from './refills.ts';
import { conclude, type Report } from './stage/findings.ts';
import { startPostgres } from './stage/postgres.ts';
import { openStage } from './stage/stage.ts';

/**
 * What guessing brings, and whether answers tell addresses apart: two instances of the service on one
 * PostgreSQL, everything on 127.0.0.1. Times are reported, never judged.
 */
console.log('Two instances, one PostgreSQL, the default limits but MAX_MAILS_PER_HOUR=0 and');
console.log('LIMIT_WRONG_GLOBAL=0; every request comes from another IP address (TRUST_PROXY).');

const postgres = await startPostgres();
const stage = await openStage(postgres.url, { MAX_MAILS_PER_HOUR: '0', LIMIT_WRONG_GLOBAL: '0' });
const report: Report = [];
try {
  for (const kind of ['short', 'long', 'mixed'] as const) {
    report.push(...(await raceRightCodes(stage, kind, 50)));
  }
  report.push(...(await raceWrongCodes(stage, 50)));
  report.push(...(await outlastStranger(stage, 1_000)));
  for (const guesses of [10, 1]) {
    report.push(...(await guessAgainAndAgain(stage, { rounds: 12, guesses })));
  }
  report.push(...(await compareAnswers(stage, { asks: 300, guesses: 300 })));
} finally {
  await stage.close();
  await postgres.remove();
}
conclude(report);
