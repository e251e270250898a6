import { type Check, checksOf } from './check.ts';

/** By major version: https://www.postgresql.org/support/versioning/ */
export const postgresEnds: Readonly<Record<number, string>> = {
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
};

/** By major version: https://github.com/nodejs/release#release-schedule */
const nodeEnds: Readonly<Record<number, string>> = { 24: '2028-04-30', 26: '2029-04-30' };

/** Days in which an operator can prepare. */
const notice = 90;

export const isNear = (end: string | undefined, now = Date.now()): boolean =>
  end !== undefined && Date.parse(end) < now + notice * 86_400_000;

export const maintained = (program: string, end: string | undefined): string =>
  `${program}, maintained until ${end ?? 'a date that this version does not know'}`;

/** The service's folder has its own Node. A new one needs a new folder. */
export function checkNode(version = process.versions.node, now = Date.now()): Check {
  const { ok, warn } = checksOf('node');
  const end = nodeEnds[Number.parseInt(version, 10)];
  const found = maintained(`Node ${version}`, end);
  return isNear(end, now)
    ? warn(`${found}: make the folder again with a newer version of Namecard`)
    : ok(found);
}
