import { refuseWith } from '@namecard/testing';
import { holdUpOne } from './hold-up.ts';
import { answering, answers500, answersHtml, isDown, refuses, rideOut } from './outage.ts';
import { conclude, type Report } from './stage/findings.ts';
import { startPostgres } from './stage/postgres.ts';
import { openStage } from './stage/stage.ts';

/**
 * What becomes of requests and mails while Postmark is in trouble: two instances of the service on one
 * PostgreSQL, a fake Postmark, everything on 127.0.0.1. Times are reported, never judged.
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
const stage = await openStage(postgres.url);
const report: Report = [];
try {
  report.push(...(await holdUpOne(stage)));
  for (const trouble of troubles) {
    console.log(`Postmark is ${trouble.name} …`);
    report.push(...(await rideOut(stage, trouble, length)));
  }
} finally {
  await stage.close();
  await postgres.remove();
}
conclude(report);
