import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built admin app. All names but index.html contain a content hash. */
export const adminFiles = fileURLToPath(new URL('../../../admin/dist/', import.meta.url));

export const isAdminBuilt = (files = adminFiles): boolean =>
  existsSync(join(files, 'index.html'));

export const adminIsMissing =
  'The admin app is not built. Everything else is served. Install the development dependencies, run "npm run build" and start again.';
