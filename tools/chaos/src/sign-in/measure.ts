import { outlastStranger, raceRightCodes, raceWrongCodes } from './guesses.ts';
import { compareAnswers } from './likeness.ts';
import { guessAgainAndAgain } from './refills.ts';
import { conclude, type Report } from './fixture/findings.ts';
import { startPostgres } from './fixture/postgres.ts';
import { openFixture } from './fixture/fixture.ts';

/**
 * What guessing brings, and whether answers tell addresses apart: two instances of the service on one
 * PostgreSQL, everything on 127.0.0.1. Times are reported, never checked.
 */
console.log(
  'Two instances, one PostgreSQL, the default limits but MAX_MAILS_PER_HOUR=0 and',
);
console.log(
  'LIMIT_WRONG_PER_DAY=0; every request comes from another IP address (TRUST_PROXY).',
);

const postgres = await startPostgres();
const fixture = await openFixture(postgres.url, {
  MAX_MAILS_PER_HOUR: '0',
  LIMIT_WRONG_PER_DAY: '0',
});
const report: Report = [];
try {
  for (const kind of ['short', 'long', 'mixed'] as const) {
    report.push(...(await raceRightCodes(fixture, kind, 50)));
  }
  report.push(...(await raceWrongCodes(fixture, 50)));
  report.push(...(await outlastStranger(fixture, 1_000)));
  for (const guesses of [10, 1]) {
    report.push(...(await guessAgainAndAgain(fixture, { rounds: 12, guesses })));
  }
  report.push(...(await compareAnswers(fixture, { asks: 300, guesses: 300 })));
} finally {
  await fixture.close();
  await postgres.remove();
}
conclude(report);
