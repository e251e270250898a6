import type { Database } from '../database.ts';

/** Says nothing about anybody. */
const impersonal = { personal: false } as const;

/**
 * What a person is given when they ask for what is known of them: the value, or nothing, because another column says the same
 * (`repeated`), or because it is a secret or others' (`withheld`).
 */
type Exported = 'yes' | 'repeated' | 'withheld';

/**
 * What becomes of a value when its person's account is erased. `with the row`: the row is deleted. `cleared`: it is set to null,
 * the rest of the row stays. `forgotten`: the same, by a job within two minutes. `swept`: the row is deleted by the hourly sweep
 * when its time is over. `kept`: it stays with the record of what moderators did.
 */
type Erased = 'with the row' | 'cleared' | 'forgotten' | 'swept' | 'kept';

export type PersonalData =
  | typeof impersonal
  | { readonly personal: true; readonly exported: Exported; readonly erased: Erased };

const whenErased = (erased: Erased) =>
  ({
    exported: { personal: true, exported: 'yes', erased },
    repeated: { personal: true, exported: 'repeated', erased },
    withheld: { personal: true, exported: 'withheld', erased },
  }) as const;

const { exported, repeated, withheld } = whenErased('with the row');
const swept = whenErased('swept');
const kept = whenErased('kept');
const cleared = whenErased('cleared');
const forgotten = whenErased('forgotten');

/** Of every column of every table: whether it is personal, and then how it is exported and how erased. */
export const personalData: {
  readonly [Table in keyof Database]: {
    readonly [Column in keyof Database[Table]]: PersonalData;
  };
} = {
  users: {
    id: exported,
    email: exported,
    emailKey: repeated,
    username: exported,
    usernameKey: repeated,
    usernameSince: exported,
    walletAddress: exported,
    farcasterId: exported,
    coinbaseWallet: exported,
    worldId: exported,
    role: exported,
    profileCount: repeated,
    profilesRestUntil: repeated,
    suspendedAt: exported,
    suspendedUntil: exported,
    revision: impersonal,
    createdAt: exported,
    updatedAt: exported,
  },
  sessions: {
    id: exported,
    userId: repeated,
    tokenHash: withheld,
    browser: exported,
    system: exported,
    createdAt: exported,
    lastUsedAt: exported,
    idleExpired: exported,
    endedAt: exported,
    testEndsAt: exported,
  },
  service_keys: {
    id: impersonal,
    tokenHash: withheld,
    name: exported,
    scopes: exported,
    makerKind: impersonal,
    makerId: repeated,
    createdAt: exported,
    lastUsedAt: exported,
    endsAt: exported,
    endedAt: exported,
  },
  profiles: {
    id: exported,
    position: impersonal,
    ownerId: repeated,
    ownerEmail: repeated,
    username: exported,
    usernameKey: repeated,
    referral: exported,
    referrerId: repeated,
    about: exported,
    socials: exported,
    latitude: exported,
    longitude: exported,
    hidden: exported,
    revision: impersonal,
    createdAt: exported,
    updatedAt: exported,
  },
  resting_usernames: {
    kind: impersonal,
    hash: swept.withheld,
    ownerId: cleared.repeated,
    until: swept.exported,
  },
  profile_segment_groups: {
    segmentGroup: impersonal,
    total: impersonal,
    hidden: impersonal,
  },
  profile_segments: {
    segment: impersonal,
    shard: impersonal,
    total: impersonal,
    hidden: impersonal,
  },
  addresses: {
    email: swept.repeated,
    guesses: swept.exported,
    askedAt: swept.exported,
    suppressedAt: swept.exported,
  },
  // Codes are derived from the id.
  challenges: {
    id: withheld,
    email: repeated,
    createdAt: exported,
    mails: exported,
    keyId: impersonal,
  },
  outbox: {
    id: exported,
    challengeId: withheld,
    recipient: exported,
    hasAccount: repeated,
    browser: exported,
    system: exported,
    state: exported,
    attempts: exported,
    nextAt: exported,
    createdAt: exported,
    sentAt: exported,
    messageId: exported,
    outcome: exported,
    event: exported,
    eventAt: exported,
    held: exported,
  },
  // Others may have asked for the mail.
  mail_turns: {
    mailId: withheld,
    ip: withheld,
    network: withheld,
    allocation: withheld,
    browser: withheld,
    system: withheld,
    isForwarded: withheld,
    askedAt: withheld,
  },
  // Knows no address; the id is the mail's own.
  network_mails: {
    mailId: swept.withheld,
    ip: swept.withheld,
    network: swept.withheld,
    allocation: swept.withheld,
    releasedAt: swept.withheld,
  },
  budgets: {
    name: impersonal,
    source: swept.withheld,
    fullAt: impersonal,
    version: impersonal,
  },
  // What a change names by its id may be a person; what it says of them their other rows say.
  pending_changes: {
    position: impersonal,
    kind: swept.repeated,
    subjectId: swept.repeated,
    revision: impersonal,
    at: swept.repeated,
  },
  changes: {
    number: impersonal,
    kind: swept.repeated,
    subjectId: swept.repeated,
    revision: impersonal,
    at: swept.repeated,
  },
  // Addresses are the operator's own programs'; what a change says of anybody is in `changes`.
  webhook_endpoints: {
    id: impersonal,
    url: impersonal,
    kinds: impersonal,
    state: impersonal,
    keyId: impersonal,
    secret: impersonal,
    previousSecret: impersonal,
    previousUntil: impersonal,
    cursor: impersonal,
    acceptedAt: impersonal,
    failingSince: impersonal,
    mailDueAt: impersonal,
    createdAt: impersonal,
  },
  webhook_deliveries: {
    endpointId: impersonal,
    number: impersonal,
    state: impersonal,
    attempts: impersonal,
    outcome: impersonal,
    dueSince: impersonal,
    nextAt: impersonal,
    settledAt: impersonal,
  },
  change_feeds: { id: impersonal, lastNumber: impersonal },
  // Personal to whoever acts; what it says of those concerned is exported with its events.
  moderation_actions: {
    id: impersonal,
    position: impersonal,
    at: kept.exported,
    type: kept.exported,
    actorKind: impersonal,
    actorId: forgotten.repeated,
    ip: forgotten.exported,
    browser: forgotten.exported,
    system: forgotten.exported,
    reason: kept.exported,
    note: forgotten.exported,
    privateNote: forgotten.withheld,
    state: impersonal,
    requested: impersonal,
    done: impersonal,
  },
  audit_events: {
    id: impersonal,
    position: impersonal,
    actionId: impersonal,
    at: kept.exported,
    type: kept.exported,
    userId: forgotten.repeated,
    profileId: kept.repeated,
    username: forgotten.exported,
    subjectRevision: impersonal,
    reason: kept.exported,
    note: forgotten.exported,
    before: forgotten.exported,
    after: forgotten.exported,
    undoesId: impersonal,
  },
  // The key of an erasure's job is the id of whoever is erased.
  jobs: {
    kind: impersonal,
    key: forgotten.withheld,
    runAt: impersonal,
    leasedUntil: impersonal,
    attempts: impersonal,
    progress: impersonal,
    createdAt: impersonal,
  },
  // Keyed hashes of IP addresses and networks, of nobody in particular.
  rate_limits: { key: swept.withheld, beganAt: swept.withheld, hits: swept.withheld },
  network_guesses: {
    network: swept.withheld,
    guessedAt: swept.withheld,
    ips: swept.withheld,
  },
  hash_keys: { purpose: impersonal, sealed: impersonal, keyId: impersonal },
  hourly_counts: { counter: impersonal, hour: impersonal, count: impersonal },
};
