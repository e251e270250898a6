/** Whether visitors share this program. A page, React Native and a worker are one person's. */
export const isServer = (): boolean =>
  !['window', 'importScripts'].some((name) => name in globalThis);
