import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** YugabyteDB lacks these: system columns, table locks, transition tables. */
const lacking = /\b(xmin|xmax|ctid)\b|\block table\b|\breferencing (new|old) table\b/i;

/**
 * A snapshot locks out migrations before its first query. Other databases have
 * their own backups.
 */
const ofPostgresAlone = 'packages/db/src/copy/snapshot.ts';

describe.each(['packages/db/src/**/*.{ts,sql}', 'packages/router/src/**/*.sql.ts'])(
  '%s',
  (pattern) => {
    const files = globSync(pattern, { cwd: root }).filter(
      (file) => !file.endsWith('.test.ts'),
    );

    it('needs nothing that only PostgreSQL has', () => {
      expect(files.length).toBeGreaterThan(5);
      const found = files.filter((file) =>
        lacking.test(readFileSync(join(root, file), 'utf8')),
      );
      expect(found.filter((file) => file !== ofPostgresAlone)).toEqual([]);
    });
  },
);
