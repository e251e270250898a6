/** For `setupFiles`: writes down each text of a statement that PostgreSQL executed. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import { listen } from './listen.ts';

const file = join(inject('statements'), `${process.pid}.jsonl`);

listen(Client.prototype, (text) => appendFileSync(file, `${JSON.stringify(text)}\n`));
