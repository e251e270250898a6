import { refuseWith } from '@namecard/testing';
import { holdUpOne } from './hold-up.ts';
import { answering, answers500, answersHtml, isDown, refuses, rideOut } from './outage.ts';
import { conclude, type Report } from './fixture/findings.ts';
import { startPostgres } from './fixture/postgres.ts';
import { openFixture } from './fixture/fixture.ts';

/**
 * What becomes of requests and mails while Postmark is in trouble: two instances of the service on one
 * PostgreSQL, a fake Postmark, everything on 127.0.0.1. Times are reported, never checked.
 */
const length = { seconds: 20, asks: 40 };
const troubles = [
  isDown,
  answers500,
  answersHtml,
  refuses,
  answering('answering nothing at all', () => {}),
  // Without a Retry-After: the service waits for as long as it thinks right.
  answering('answering 429', refuseWith(429, 429)),
];

console.log('Two instances, one PostgreSQL, the default limits. This takes four minutes or so.');

const postgres = await startPostgres();
const fixture = await openFixture(postgres.url);
const report: Report = [];
try {
  report.push(...(await holdUpOne(fixture)));
  for (const trouble of troubles) {
    console.log(`Postmark is ${trouble.name} …`);
    report.push(...(await rideOut(fixture, trouble, length)));
  }
} finally {
  await fixture.close();
  await postgres.remove();
}
conclude(report);
