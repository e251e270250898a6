/** Whether visitors share this program. A page, React Native and a worker are one person's. */
export const isServer = (): boolean =>
  typeof window === 'undefined' && !('importScripts' in globalThis);
