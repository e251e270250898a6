import { sweep as sweepDatabase } from '@namecard/router';
import type { Instance } from './instance.ts';
import { day } from './time.ts';
import type { Fixture } from './fixture.ts';

/** Old rows go, which changes nothing for those who sign in. */
export async function sweep(fixture: Fixture, instance: Instance): Promise<void> {
  instance.setProcessClock();
  await sweepDatabase({ orm: instance.orm, settings: instance.settings });
  for (const person of fixture.people) {
    person.challenges = person.challenges.filter(
      ({ begunAt }) => begunAt >= fixture.now - day,
    );
    if (person.held && person.held.since < fixture.now - day) person.held = undefined;
  }
}
