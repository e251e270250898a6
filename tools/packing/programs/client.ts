import { createClient, NamecardError } from '@namecard/client';

/** Makes the six calls and recognises a taken username by its reason. */
export async function visit(url: string, email: string, readCode: () => Promise<string>) {
  const namecard = createClient({ url });
  const { users, profiles } = namecard.api;
  await namecard.sendCode({ email });
  const { id } = await namecard.verifyCode({ email, otp: await readCode() });
  await users.updateMe.mutate({ username: 'ann' });
  await profiles.create.mutate({ username: 'ann', referral: '' });
  await profiles.updateSocials.mutate({ username: 'ann', about: 'Gardens and bees' });
  const { data } = await profiles.list.query({ limit: 5 });
  const again = profiles.create.mutate({ username: 'Ann', referral: id });
  const error: unknown = await again.catch((failure: unknown) => failure);
  const isTaken = error instanceof NamecardError && error.reason === 'USERNAME_TAKEN';
  return { about: data.profiles[0]?.about, isTaken };
}
