import { mailedCode } from '@namecard/testing';
import { createClient, type Client, type ClientOptions } from '../client.ts';

/** A client that has signed in by a mailed code. */
export async function signedIn(
  origin: string,
  email: string,
  options: Partial<ClientOptions> = {},
): Promise<Client> {
  const client = createClient({ url: origin, ...options });
  await client.sendCode({ email });
  await client.verifyCode({ email, otp: await mailedCode(origin, email) });
  return client;
}
