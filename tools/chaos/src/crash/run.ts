import { makeDataDirectory } from '@namecard/testing';
/**
 * Kills the service and its database with SIGKILL, by turns, in the middle of 100 creations of profiles, and counts what was
 * acknowledged and is not there after the next start. Exits with 1 where that is any.
 *
 *     npm run crash -- [rounds of each, 10 unless given]
 */
import { crashRound, type Victim } from './round.ts';

const rounds = Number(process.argv[2] ?? 10);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('Say how many rounds of each there are to be, 1 or more.');
  process.exit(2);
}

const victims: Victim[] = ['service', 'database'];

/** Of the 100 creations, somewhere in the middle. */
const anywhere = () => 10 + Math.floor(Math.random() * 75);

const row = (...cells: (string | number)[]) =>
  cells.map((cell) => String(cell).padStart(13)).join('');

async function killOften(victim: Victim) {
  await using directory = await makeDataDirectory();
  const total = { acknowledged: 0, found: 0, interrupted: 0 };
  for (let round = 1; round <= rounds; round += 1) {
    const name = `${victim}-${round}`;
    const result = await crashRound(directory, { victim, name, after: anywhere() });
    const { interrupted } = result;
    const [acknowledged, found] = [result.acknowledged.length, result.found.length];
    console.log(
      row(victim, round, acknowledged, interrupted, found, acknowledged - found),
    );
    total.acknowledged += acknowledged;
    total.found += found;
    total.interrupted += interrupted;
  }
  return total;
}

console.log(row('killed', 'round', 'acknowledged', 'interrupted', 'found', 'lost'));
let lost = 0;
for (const victim of victims) {
  const { acknowledged, found, interrupted } = await killOften(victim);
  console.log(row(victim, 'all', acknowledged, interrupted, found, acknowledged - found));
  lost += acknowledged - found;
}
process.exit(lost === 0 ? 0 : 1);
