import { createProfiles, type Fixture } from './fixture.ts';
import { codesOf, enteringCodes } from './mailed-codes.ts';
import { callService, tokenOf } from './call-service.ts';

let made = 0;

/** An unused name. */
function nameAnew(kind: string): string {
  made += 1;
  return `${kind}-${made}`;
}

/** An admin who enters each mailed code. */
export const asAdmin = (fixture: Fixture) =>
  callService(fixture.service, fixture.adminToken, enteringCodes(codesOf(fixture)));

/** A person who has signed in once, as their page shows them. */
export async function newPerson(fixture: Fixture) {
  const { service } = fixture;
  const email = `${nameAnew('person')}@example.com`;
  const { users } = callService(service, await tokenOf(service, email));
  const { id } = (await users.me.query()).data.user;
  const inspect = async () =>
    (await asAdmin(fixture).moderation.users.inspect.query({ id })).data;
  return { email, id, inspect, listed: `/users?text=${email}`, page: `/users/${id}` };
}

/** A profile of a new person. */
export async function newProfile(fixture: Fixture) {
  const owner = await newPerson(fixture);
  const username = nameAnew('card');
  await createProfiles(fixture, owner.email, [username]);
  return { owner, username };
}

/** Approves every new card but this one. */
export async function onlyOnDesk(fixture: Fixture, username: string): Promise<void> {
  const { desk } = asAdmin(fixture).moderation;
  const { items } = (await desk.list.query({ lane: 'new', limit: 100 })).data;
  for (const { id, profile } of items) {
    if (!profile || profile.username === username) continue;
    await desk.close.mutate({ id, revision: profile.revision, decision: 'approve' });
  }
}

/** Creates the only webhook. */
export async function onlyWebhook(fixture: Fixture) {
  const { webhooks } = asAdmin(fixture);
  const list = async () => (await webhooks.list.query()).data.webhooks;
  for (const { id } of await list()) await webhooks.remove.mutate({ id });
  await webhooks.create.mutate({
    url: `http://127.0.0.1:9/${nameAnew('webhook')}`,
    kinds: ['user.erased'],
  });
  return { list };
}
