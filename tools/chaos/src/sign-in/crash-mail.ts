import { killAtRandom } from './crashes.ts';
import { conclude, type Report } from './fixture/findings.ts';
import { startPostgres } from './fixture/postgres.ts';
import { openFixture } from './fixture/fixture.ts';

/**
 * What becomes of mail when instances are killed between request and delivery: two instances of the
 * service on one PostgreSQL, a fake Postmark that takes up to 0.2 s to answer, everything on 127.0.0.1.
 */
console.log(
  'Two instances, one PostgreSQL, the default limits. This takes four minutes or so:',
);
console.log('a mail that a dead instance was delivering waits for 13 s.');

const postgres = await startPostgres();
const fixture = await openFixture(postgres.url);
let report: Report = [];
try {
  report = await killAtRandom(fixture, { kills: 50 });
} finally {
  await fixture.close();
  await postgres.remove();
}
conclude(report);
