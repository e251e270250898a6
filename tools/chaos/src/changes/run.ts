import { parseArgs } from 'node:util';
import { type Figure, isHeld, rowOf } from '../figures.ts';
import { middleFigures, wholeFigures } from './figures.ts';
import { openFixture } from './fixture.ts';
import { startReading } from './reader.ts';
import { startReceiving } from './receiver.ts';
import { startWriting } from './writers.ts';

/**
 * 32 writers over two instances, both killed five times, while the feed of changes is read: by one from the beginning, by another
 * from the middle. Each is told every change exactly once, in its subject's order. A webhook that refuses one try in five, and one
 * subject always, is told every other change at least once. Exits with 1 where that is not so.
 *
 *     npm run chaos:changes -- [--short]
 */
const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const writers = 32;
const [changes, strikes] = values.short ? [300, 1] : [10_000, 5];

let figures: Figure[];
{
  await using fixture = await openFixture(writers);
  const { origins, key, orm } = fixture;
  await fixture.untilNumbered();
  await using receiver = await startReceiving(origins[0], fixture.tokens[0] ?? '');
  const whole = await startReading(origins, key);
  const began = performance.now();
  const writing = startWriting(origins, fixture.tokens.slice(1), changes);
  const middle = writing.until(changes / 2).then(() => startReading(origins, key));
  for (let strike = 1; strike <= strikes; strike += 1) {
    await writing.until((changes * strike) / (strikes + 1));
    await fixture.strike();
  }
  await writing.done;
  const seconds = (performance.now() - began) / 1_000;
  await fixture.untilNumbered();
  const late = await middle;
  await Promise.all([whole.finish(), late.finish()]);

  figures = [
    { name: 'changes that were acknowledged', value: writing.count(), atLeast: changes },
    { name: 'changes a second, kills included', value: writing.count() / seconds },
    ...(await wholeFigures(orm, whole.changes, writing.acknowledged)),
    ...middleFigures(whole.changes, late.changes),
    // A tried-again delivery may be due a minute later, for which the short form has no time.
    ...(values.short ? [] : await receiver.figures(whole.changes)),
  ];
}
console.table(figures.map((figure) => rowOf(`${strikes} kills of both`, figure)));
process.exit(figures.every(isHeld) ? 0 : 1);
