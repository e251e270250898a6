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

const awaitMail = `for _ in $(seq 600); do
  sleep 0.1; curl -s $(cat .data/mailbox-url).json | grep ann@ >/dev/null && break
done;`;

/** Texts that readers replace by their own, and their values here. */
const places: [string, string][] = [
  ['http://127.0.0.1:3000', origins.readme],
  ['PORT=3999', 'PORT=3932'],
  ['/var/backups/namecard', `${work}/backups`],
  ['DATA_DIR=/tmp/namecard', `DATA_DIR=${folder}/.data`],
  ['/tmp/drill', `${work}/drill`],
  ['postgresql://…/drill', databaseUrl('drill')],
  ['postgresql://namecard@db.example.com:5432/namecard', databaseUrl('moved')],
  ['PGPASSWORD=…', 'PGPASSWORD=secret'],
  // A second may be too short for a mail on a slow machine.
  ['sleep 1;', awaitMail],
];

/** Replaces each place in the text. */
export const fill = (text: string): string =>
  places.reduce((filled, [place, by]) => filled.replaceAll(place, () => by), text);
