import { databaseUrl } from './server.ts';
import { folder, work } from './workplace.ts';

export const origins = {
  /** The service of the install page. */
  service: 'http://127.0.0.1:3930',
  /** The service of the README, on the embedded PostgreSQL. */
  readme: 'http://127.0.0.1:3931',
  /** The service that a page starts at another port. */
  other: 'http://127.0.0.1:3932',
} as const;

const day = 24 * 60 * 60 * 1000;

/** An instant before all decisions that `undo` undoes. */
const since = new Date(Date.now() - 60_000).toISOString();

const until = new Date(Date.now() + 60 * day).toISOString().slice(0, 10);

const awaitMail = `for _ in $(seq 600); do
  sleep 0.1; curl -s $(cat .data/mailbox-url).json | grep ann@ >/dev/null && break
done;`;

/** Texts that readers replace by their own, and their values here. */
const places: [string | RegExp, string][] = [
  ['http://127.0.0.1:3000', origins.readme],
  ['https://cards.example.com/api', `${origins.service}/api`],
  ['PORT=3100', 'PORT=3931'],
  ['PORT=3999', 'PORT=3932'],
  ['/var/backups/namecard', `${work}/backups`],
  ['DATA_DIR=/tmp/namecard', `DATA_DIR=${folder}/.data`],
  ['/tmp/drill', `${work}/drill`],
  ['postgresql://…/drill', databaseUrl('drill')],
  ['postgresql://namecard@db.example.com:5432/namecard', databaseUrl('moved')],
  ['PGPASSWORD=…', 'PGPASSWORD=secret'],
  ['2027-01-31T12:00:00Z', since],
  ['2027-01-31', until],
  [/\bBOB\b/g, 'bob@example.com'],
  ['--output namecard.ts', `--output ${folder}/namecard.ts`],
  // A second may be too short for a mail on a slow machine.
  ['sleep 1;', awaitMail],
  // There is no systemd: the service wrote its log to this file.
  ["journalctl --output=cat --unit 'namecard@*' > namecard.log", 'test -s namecard.log'],
];

export type Places = Record<string, string>;

/** Replaces each place in the text. The step's own places come first. */
export function fill(text: string, own: Places = {}): string {
  const all = [...Object.entries(own), ...places];
  return all.reduce((filled, [place, by]) => filled.replaceAll(place, () => by), text);
}
