import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built admin app. All names but index.html contain a content hash. */
export const adminFiles = fileURLToPath(new URL('../../../admin/dist/', import.meta.url));

export const isAdminBuilt = (files = adminFiles): boolean =>
  existsSync(join(files, 'index.html'));

export const adminIsMissing =
  'The admin app is not built, and all else is served: run "npm run build", which takes the development dependencies, and start again.';
