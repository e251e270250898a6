import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { keyScopes, type KeyScope, type Role, roles, statements } from '@namecard/db';
import { appRouter, documentNames } from '@namecard/router';
import { type Answer, fetchJson, refusal, trpcRefusal } from '@namecard/testing';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../faces/openapi.ts';
import { useService } from '../testing/start-service.ts';

const service = useService();

/**
 * Callers that a procedure admits: everybody, or these roles and keys with this
 * scope. `alsoWithout`: and calls without a token.
 */
type Kind = 'anyone' | { roles: readonly Role[]; scope?: KeyScope; alsoWithout?: true };

const user: Kind = { roles };
const moderator: Kind = { roles: ['moderator', 'admin'] };
const admin: Kind = { roles: ['admin'] };
const withKey = (kind: { roles: readonly Role[] }, scope: KeyScope): Kind => ({
  ...kind,
  scope,
});
const reading = withKey(user, 'profiles:read');
const moderating = withKey(moderator, 'moderation');
const inviting = withKey(admin, 'users:invite');
const listing = withKey(admin, 'users:list');
const managing = withKey(admin, 'users:write');

/** Each procedure must have a line here. */
const declared: Record<string, Kind> = {
  'auth.sendCode': 'anyone',
  'auth.verifyCode': 'anyone',
  'auth.appeal': 'anyone',
  'auth.proveMove': 'anyone',
  'auth.undoMove': 'anyone',
  'auth.refuseInvitation': 'anyone',
  'auth.signOut': user,
  'auth.createToken': user,
  'auth.sessions': user,
  'auth.revokeSession': user,
  'auth.revokeOtherSessions': user,
  'users.me': user,
  'users.chooseLanguage': user,
  'users.read': { roles: [], scope: 'users:read' },
  'users.updateMe': user,
  'users.startMove': user,
  'users.finishMove': user,
  'users.exportMe': user,
  'users.exportSuspended': 'anyone',
  'users.invitation': user,
  'users.declineInvitation': user,
  'users.askRemoval': user,
  'users.removeMe': user,
  'profiles.create': user,
  'profiles.list': reading,
  'profiles.walk': reading,
  'profiles.search': reading,
  'profiles.mine': user,
  'profiles.read': reading,
  'profiles.updateSocials': user,
  'profiles.updateLocation': user,
  'profiles.chooseReaders': user,
  'profiles.report': { roles, alsoWithout: true },
  'profiles.appeal': user,
  'profiles.myReports': user,
  'profiles.remove': user,
  'moderation.desk.counts': moderating,
  'moderation.desk.waves': moderating,
  'moderation.desk.list': moderating,
  'moderation.desk.inspect': moderating,
  'moderation.desk.next': moderator,
  'moderation.desk.renew': moderator,
  'moderation.desk.take': admin,
  'moderation.desk.reporter': admin,
  'moderation.desk.close': moderating,
  'moderation.desk.snooze': moderator,
  'moderation.desk.notes': moderator,
  'moderation.desk.addNote': moderator,
  'moderation.desk.removeNote': moderator,
  'moderation.desk.shift': moderator,
  'moderation.desk.handOver': moderator,
  'moderation.profiles.search': moderating,
  'moderation.profiles.countMatching': moderating,
  'moderation.profiles.updates': moderating,
  'moderation.profiles.inspect': moderating,
  'moderation.profiles.town': moderating,
  'moderation.profiles.hide': moderating,
  'moderation.profiles.restore': moderating,
  'moderation.profiles.hideMany': moderating,
  'moderation.profiles.hideAllOf': moderating,
  'moderation.profiles.restoreMany': moderating,
  'moderation.users.search': admin,
  'moderation.users.inspect': admin,
  'moderation.users.readAddress': moderator,
  'moderation.users.changeRole': admin,
  'moderation.users.openMove': admin,
  'moderation.users.confirmMove': admin,
  'moderation.users.endMove': admin,
  'moderation.users.suspend': managing,
  'moderation.users.unsuspend': managing,
  'moderation.users.endSession': admin,
  'moderation.users.endSessions': managing,
  'moderation.users.erase': admin,
  'moderation.users.eraseAddress': admin,
  'moderation.users.export': admin,
  'moderation.users.exportAddress': admin,
  'moderation.users.listOut': listing,
  'moderation.mail.deliveries': admin,
  'moderation.mail.inspect': admin,
  'moderation.mail.clearSuppression': admin,
  'moderation.mail.test': admin,
  'moderation.keys.list': admin,
  'moderation.keys.create': admin,
  'moderation.keys.end': admin,
  'webhooks.list': admin,
  'webhooks.deliveries': admin,
  'webhooks.create': admin,
  'webhooks.update': admin,
  'webhooks.replaceSecret': admin,
  'webhooks.switch': admin,
  'webhooks.remove': admin,
  'webhooks.test': admin,
  'webhooks.resend': admin,
  'moderation.invitations.invite': inviting,
  'moderation.invitations.list': admin,
  'moderation.invitations.withdraw': admin,
  'moderation.invitations.mailAgain': admin,
  'moderation.firstSteps': admin,
  'moderation.undo': moderating,
  'moderation.undoable': moderating,
  'moderation.acts.preview': moderating,
  'moderation.acts.start': moderating,
  'moderation.acts.list': moderating,
  'moderation.acts.inspect': moderating,
  'moderation.acts.stop': moderating,
  'changes.list': { roles: [], scope: 'changes:read' },
  'audit.list': moderating,
  'audit.listActions': moderating,
  'audit.exportCsv': moderator,
};

const Definition = z.object({
  type: z.enum(['query', 'mutation']),
  meta: z.object({ openapi: z.object({ method: z.string(), path: z.string() }) }),
});

const procedures = Object.entries(appRouter._def.procedures).map(([name, procedure]) => {
  const definition = Definition.safeParse(Reflect.get(procedure, '_def'));
  if (!definition.success) {
    throw new Error(`${name} lacks .meta({ openapi: { method, path, … } })`);
  }
  return { name, ...definition.data };
});

const newToken = (prefix: 'nc' | 'nk') =>
  `${prefix}_${randomBytes(32).toString('base64url')}`;
const hashOf = (token: string) => createHash('sha256').update(token).digest();

const db = () => statements(service().service.parts.orm.em.fork());

async function insertPerson(role: Role): Promise<string> {
  const id = randomUUID();
  const email = `${id}@example.com`;
  await db().insertInto('users').values({ id, email, emailKey: email, role }).execute();
  return id;
}

async function beginSession(userId: string): Promise<string> {
  const token = newToken('nc');
  const row = {
    id: randomUUID(),
    userId,
    tokenHash: hashOf(token),
    browser: '',
    system: '',
  };
  await db().insertInto('sessions').values(row).execute();
  return token;
}

/**
 * The token of a new user with this role. Some calls end a session or an account,
 * so each call has its own user.
 */
const signInAs = async (role: Role): Promise<string> =>
  beginSession(await insertPerson(role));

type Key = {
  scopes?: readonly KeyScope[];
  maker?: Role;
  endedAt?: string;
};

/** Creates a key. By default it has all scopes and an admin as its maker. */
async function insertKey({
  scopes = keyScopes,
  maker = 'admin',
  endedAt,
}: Key): Promise<string> {
  const token = newToken('nk');
  const row = {
    id: randomUUID(),
    tokenHash: hashOf(token),
    name: 'A program',
    scopes: [...scopes],
    makerKind: 'user' as const,
    makerId: await insertPerson(maker),
    endsAt: sql<string>`current_instant() + interval '1 day'`,
    endedAt: endedAt ?? null,
  };
  await db().insertInto('service_keys').values(row).execute();
  return token;
}

type Caller = {
  name: string;
  token: () => Promise<string | undefined>;
  /** The expected ending; `in` means that the caller is admitted. */
  expected: (kind: Exclude<Kind, 'anyone'>) => string;
};

const refused = '401 TOKEN_INVALID';

const person = (role: Role): Caller => ({
  name: role,
  token: () => signInAs(role),
  expected: ({ roles: allowed }) => {
    const lacking = allowed.length === 0 ? '403 SCOPE_MISSING' : '403 ROLE_MISSING';
    return allowed.includes(role) ? 'in' : lacking;
  },
});

const keyed = (name: string, key: Key, expected: Caller['expected']): Caller => {
  let token: Promise<string> | undefined;
  return { name, token: () => (token ??= insertKey(key)), expected };
};

const callers: Caller[] = [
  {
    name: 'nobody',
    token: async () => undefined,
    expected: ({ alsoWithout }) => (alsoWithout ? 'in' : refused),
  },
  ...roles.map(person),
  ...keyScopes.map((scope) =>
    keyed(`a key for ${scope}`, { scopes: [scope] }, (kind) =>
      kind.scope === scope ? 'in' : '403 SCOPE_MISSING',
    ),
  ),
  keyed('an ended key', { endedAt: '2026-01-01T00:00:00Z' }, () => refused),
  keyed('a key whose maker was demoted', { maker: 'moderator' }, () => refused),
];

/**
 * Any answer that comes after the access check: an invalid input, something
 * missing, or success.
 */
function endingOf(answer: Answer, read: (answer: Answer) => string): string {
  if (answer.status === 200) {
    return 'in';
  }
  const error = read(answer);
  // Without a provider, no test mail leaves.
  const isOut = /^(401|5\d\d) (?!MAIL_PROVIDER)|^403 (ROLE|SCOPE)_MISSING$/;
  return isOut.test(error) ? error : 'in';
}

type Procedure = (typeof procedures)[number];

/** Calls without a real input, so that little happens. */
async function askBoth({ name, type, meta }: Procedure, { token: tokenOf }: Caller) {
  const { origin } = service();
  const json = {};
  const asked = async () => {
    const token = await tokenOf();
    return token === undefined ? {} : { token };
  };
  const answer = await fetchJson(`${origin}/trpc/${name}`, {
    ...(await asked()),
    ...(type === 'mutation' && { json }),
  });
  const trpc = endingOf(answer, trpcRefusal);
  const { method, path } = meta.openapi;
  const body = method === 'POST' || method === 'PATCH' ? { json } : {};
  const rest = await fetchJson(
    `${origin}/api/v1${path.replaceAll(/\{\w+\}/g, 'nobody-has-this')}`,
    { ...(await asked()), method, ...body },
  );
  return { rest: endingOf(rest, refusal), trpc };
}

const here = '`declared` in apps/api/src/tests/access-matrix.test.ts';

describe('the table of who may call what', () => {
  it('has a line for every procedure, and for nothing else', () => {
    const names = procedures.map(({ name }) => name);
    const lacking = names.filter((name) => !(name in declared));
    const tooMany = Object.keys(declared).filter((name) => !names.includes(name));
    expect([
      ...lacking.map((name) => `${here} lacks a line for '${name}'`),
      ...tooMany.map((name) => `${here} has '${name}', which is no procedure`),
    ]).toEqual([]);
  });

  it('says of tokens what the documents say', () => {
    const documents = documentNames.map((name) => openApiDocument(name));
    const documented = procedures.map(({ name, meta: { openapi } }) => {
      const method = openapi.method.toLowerCase();
      const found = documents.map(({ paths }) => paths[openapi.path]?.[method]);
      return [name, found.find((one) => one !== undefined)?.security];
    });
    const expected = Object.entries(declared).map(([name, kind]) => {
      if (kind === 'anyone') return [name, []];
      return [name, [{ bearer: [] }, ...(kind.alsoWithout ? [{}] : [])]];
    });
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(expected));
  });
});

describe('of all who call', () => {
  beforeAll(async () => {
    // Another admin may go.
    await signInAs('admin');
  });

  it.each(procedures.filter(({ name }) => name in declared))(
    '$name lets those in that it is for, on both faces',
    async (procedure) => {
      const kind = declared[procedure.name] ?? 'anyone';
      const cells = await Promise.all(
        callers.map(async (caller) => [caller.name, await askBoth(procedure, caller)]),
      );
      const expected = callers.map(({ name, expected: of }) => {
        const ending = kind === 'anyone' ? 'in' : of(kind);
        return [name, { rest: ending, trpc: ending }];
      });
      expect(Object.fromEntries(cells)).toEqual(Object.fromEntries(expected));
    },
  );
});
