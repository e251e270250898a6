import { mailedCode, type Addresses } from '@namecard/testing';
import { createClient, type Client, type ClientOptions } from '../client.ts';

export async function signedIn(
  service: Addresses,
  email: string,
  options: Partial<ClientOptions> = {},
): Promise<Client> {
  const client = createClient({ url: service.origin, ...options });
  await client.sendCode({ email });
  await client.verifyCode({ email, otp: await mailedCode(service, email) });
  return client;
}
