import { jsonHeaders, type MakeRequest } from './requests.ts';
import type { SideName } from './side.ts';

/** One of the two calls that signing in takes: asking for a code, or giving it. */
export type SignInCall = { email: string; otp?: string };

const paths = {
  ours: { ask: '/api/v1/auth/send-code', give: '/api/v1/auth/verify-code' },
  betterAuth: {
    ask: '/api/auth/email-otp/send-verification-otp',
    give: '/api/auth/sign-in/email-otp',
  },
};

/** The call as a side takes it. */
export function requestOfCall(side: SideName, call: SignInCall): MakeRequest {
  const { ask, give } = side === 'better-auth' ? paths.betterAuth : paths.ours;
  const path = call.otp === undefined ? ask : give;
  return () => ({
    method: 'POST',
    path,
    headers: jsonHeaders,
    body: JSON.stringify(call),
  });
}
