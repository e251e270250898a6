import { defaultProduct } from '@namecard/look';
import { defaultSocials } from '@namecard/look/socials';
import { type Hashes, createHashes } from '../access/hashes.ts';
import type { Settings } from '../context.ts';
import type { Telemetry } from '../telemetry.ts';

export const defaultSettings: Settings = {
  adminEmails: new Set(['admin@example.com']),
  signUps: 'open',
  testLogins: new Map(),
  issuer: 'http://127.0.0.1:3000',
  audiences: new Map(),
  product: defaultProduct,
  sendPerIp: 1000,
  verifyPerIp: 3000,
  wrongPerAddress: 5,
  wrongPerIp: 30,
  wrongPerDay: 1000,
  mailsPerHour: 1000,
  sessionDays: 30,
  auditMonths: 24,
  profilesPerAccount: 1000,
  writesPerAccount: 6000,
  review: new Set(['new', 'changed']),
  publicProfiles: false,
  socials: defaultSocials,
  locationPrecision: 0,
  publicLocationPrecision: 0.1,
};

export const silentTelemetry: Telemetry = {
  count() {},
  countError() {},
  limited() {},
  async erased() {},
  async unbanned() {},
  mailTroubled() {},
  forwardsNothing() {},
  event() {},
  moderated() {},
  answered() {},
  delivered() {},
  webhook() {},
};

/** The same in every process. */
export const fixedHashes: Hashes = createHashes('a key that only these tests use');
