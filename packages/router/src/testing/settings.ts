import type { Settings } from '../context.ts';

/** What the service runs with where nothing is set. */
export const defaultSettings: Settings = {
  adminEmails: new Set(['admin@example.com']),
  codeDigits: 6,
  sendPerIp: 1000,
  verifyPerIp: 3000,
  wrongPerAddress: 5,
  wrongGlobal: 500,
  mailsPerChallenge: 3,
  mailsPerHour: 1000,
  sessionDays: 30,
  profilesPerAccount: 1000,
};
