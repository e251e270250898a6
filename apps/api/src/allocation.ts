import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from making objects old at birth where it has seen many of a kind live on. Of rows that wait for the network it
 * concludes just that, and every dead list of rows in the old generation then holds its rows until the next full collection:
 * a page of profiles left 13 kB behind, and collecting took a sixth of the process's time.
 */
export function allocateYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
