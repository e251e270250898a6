import { createHmac } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { emailOTP } from 'better-auth/plugins';
import { Pool } from 'pg';
import { setting } from '../announce.ts';

const secret = setting('SECRET_KEY');

/** The benchmark's client derives it too, so no mail is read. */
const codeOf = (email: string) =>
  String(
    createHmac('sha256', secret).update(email).digest().readUInt32BE() % 1_000_000,
  ).padStart(6, '0');

export const pool = new Pool({ connectionString: setting('DATABASE_URL'), max: 10 });

/** Only email codes. Sessions are read each time, as in the service. */
export const options = {
  baseURL: 'http://127.0.0.1',
  secret,
  database: pool,
  telemetry: { enabled: false },
  rateLimit: { enabled: false },
  logger: { disabled: true },
  experimental: { instrumentation: { enabled: false } },
  plugins: [
    emailOTP({
      generateOTP: ({ email }) => codeOf(email),
      sendVerificationOTP: async () => {},
    }),
  ],
};

export const auth = betterAuth(options);
