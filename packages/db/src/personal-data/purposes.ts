import type { Database } from '../database.ts';

/** Why a table exists and how long rows stay, for people who run the service. */
export type Purpose = { holds: string; why: string; howLong: string };

const noPerson = 'It says nothing about anybody.';

/** `docs/run/data-protection.md` is made from it. */
export const purposes: { readonly [Table in keyof Database]: Purpose } = {
  users: {
    holds: 'Accounts',
    why: 'Somebody signs in with an address, and shows the username and identities they choose.',
    howLong: 'Until the account is erased.',
  },
  sessions: {
    holds: 'Sign-ins of devices',
    why: 'A device stays signed in, and its owner and admins can see which are and end them. Browser and system are words of a fixed list. A session that a test login began is marked by its end.',
    howLong: '30 days after a session ended. An account has 100 at most.',
  },
  service_keys: {
    holds: 'Keys of other programs, as hashes',
    why: 'A program reads or moderates without anybody’s sign-in, and the history names the key that did something.',
    howLong:
      '`AUDIT_MONTHS` after a key ended, for ever unless that is set. It goes at once with its maker’s account.',
  },
  profiles: {
    holds: 'Public profiles',
    why: 'Their owner publishes them.',
    howLong: 'Until the owner deletes the profile or the account is erased.',
  },
  resting_usernames: {
    holds: 'Usernames that became free lately, as keyed hashes',
    why: 'Nobody should be able to pass for whoever had the name before. The hash does not say which name it is.',
    howLong: '90 days, also after an erasure: then without its owner.',
  },
  profile_segment_groups: {
    holds: 'Counts of profiles',
    why: noPerson,
    howLong: 'As long as the database.',
  },
  profile_segments: {
    holds: 'Counts of profiles',
    why: noPerson,
    howLong: 'As long as the database.',
  },
  addresses: {
    holds:
      'Addresses that a code was asked for, when wrong codes were tried against them, and to which an operator has no mail leave',
    why: 'A code must not be guessed by trying. Asking for a new account does not give more tries. Whoever wants no mail gets none.',
    howLong:
      '24 hours after it was last asked for or wrongly guessed; a suppressed one until an operator or admin clears it. An erasure ends that as well, and deletes it at once where nothing was guessed wrongly in that time.',
  },
  challenges: {
    holds: 'Pending proofs of an address',
    why: 'Signing in by a mailed code. The codes are derived and not kept.',
    howLong: '24 hours, or until a code was used.',
  },
  outbox: {
    holds: 'Mails to deliver and what became of them, without their text',
    why: 'Mail leaves even if the service is restarted, and admins can say why one did not arrive.',
    howLong:
      '90 days; 24 hours where the address never signed in. An erasure deletes them at once.',
  },
  mail_turns: {
    holds:
      'From which IP address, network, browser and system a mail was asked for that waits, the first two as keyed hashes',
    why: 'One network must not use up the mail that all strangers share. The mail says which browser asked for it.',
    howLong:
      'Until the mail leaves or is dropped: half an hour at most after it was last asked for.',
  },
  network_mails: {
    holds: 'From which IP address and network mail was asked for, as keyed hashes',
    why: 'One network must not use up the mail that all strangers share.',
    howLong:
      'One hour, or until the mail’s code signs somebody in. Nothing of the address is in it.',
  },
  budgets: {
    holds:
      'How much mail to strangers is left, for all and for each IP address and network that asked for some, as keyed hashes',
    why: 'One network must not use up the mail that all strangers share.',
    howLong:
      'A source’s: until it has its whole budget again, two hours at most. That of all: as long as the database.',
  },
  pending_changes: {
    holds: 'What happened to which user or profile a moment ago',
    why: 'Other programs are told of changes in the order in which they were committed.',
    howLong: 'Until it is numbered, a second at most.',
  },
  changes: {
    holds: 'What happened to which user or profile, in order',
    why: 'Other programs keep up with what is public. A change holds the random id and the kind: names are read when it is asked for, and are gone with their owner.',
    howLong: '30 days, also after an erasure, of which programs are told by it.',
  },
  moderation_actions: {
    holds: 'What moderators, admins and operators did, and why',
    why: 'Moderation is answered for, and can be undone. The IP address shows where somebody acted from who should not have.',
    howLong:
      '`AUDIT_MONTHS`, for ever unless it is set. Where somebody is erased, who acted, their IP address, browser and system go, and the notes of what they did and of what was done to them; what was done, when and for which reason stays.',
  },
  audit_events: {
    holds: 'What that did to each profile, user, session or address',
    why: 'The person concerned can be told why, and it can be undone.',
    howLong:
      '`AUDIT_MONTHS`, for ever unless it is set. Where the person concerned is erased, their id, the profile’s name, the note and what was changed go; the kind of event, when and for which reason stays, and the random id of a profile that is gone.',
  },
  waiting_acts: {
    holds: 'What moderators asked for that an admin has to decide about',
    why: 'A moderator whose session was stolen can’t change all profiles, and what a moderator meant is not lost.',
    howLong:
      '`AUDIT_MONTHS`, for ever unless it is set. Once it is decided, no profile and no note is in it. It goes at once with its asker’s account; where the owner of a profile is erased, the notes go at once.',
  },
  webhook_endpoints: {
    holds:
      'Addresses of the operator’s programs that are told of changes, with their secrets, sealed under `SECRET_KEY`',
    why: noPerson,
    howLong: 'Until an admin ends the webhook.',
  },
  webhook_deliveries: {
    holds: 'Which of those is to be told of which change, and what came of it',
    why: noPerson,
    howLong:
      'A day once it was told; 30 days where it did not accept it. What is sent is read when it is sent, and not kept.',
  },
  items: {
    holds: 'Cards and accounts that a moderator is to look at, and what came of it',
    why: 'Moderators look at new, changed and reported cards. The owner of a hidden card and a suspended member can ask for another look. The text of an appeal and its answer are its author’s.',
    howLong:
      '180 days after it was closed; an appeal that was turned down stays with its answer. It goes at once with the card and with the account.',
  },
  reports: {
    holds: 'What people reported of cards, and who where they have an account',
    why: 'Moderators judge a report. Owners never learn who made it. Admins may, and that is in the history.',
    howLong:
      'As long as its item. It goes at once with the account of the reporter and with that of the card’s owner.',
  },
  notes: {
    holds: 'What moderators wrote down for one another',
    why: 'The next moderator knows what the last one knew. What is written about somebody is in nobody’s export but its author’s.',
    howLong:
      'Until its author or an admin removes it; 180 days where it is about nobody. It goes at once with the account of its author and with that of whom it is about.',
  },
  change_feeds: {
    holds: 'How far changes are numbered',
    why: noPerson,
    howLong: 'As long as the database.',
  },
  jobs: {
    holds:
      'Work that is under way, an erasure among it, about which moderators and service keys the admins were mailed today, and whom the service mails what moderators decided about them',
    why: 'An erasure is finished even if the service is restarted. Admins are mailed once a day that somebody changes more profiles than they may; which admins were is kept as keyed hashes. Whoever is hidden or suspended is mailed once a day at most.',
    howLong: 'Until it is done; of mails to or about somebody for a day.',
  },
  rate_limits: {
    holds:
      'How much was asked for, or reported, from an IP address or by an account, as a keyed hash',
    why: 'Nobody must use up what all share.',
    howLong: 'An hour after it began; of reports a day.',
  },
  network_guesses: {
    holds: 'Wrong codes from a network, as keyed hashes',
    why: 'Codes must not be guessed by trying many addresses.',
    howLong: '24 hours after the last one.',
  },
  instances: {
    holds: 'Which instances run: name, version, and the names of their secret keys',
    why: noPerson,
    howLong: 'Until it ends; where it did not end well, a day.',
  },
  hash_keys: {
    holds: 'The keys of the hashes, sealed under `SECRET_KEY`',
    why: noPerson,
    howLong: 'As long as the database.',
  },
  hourly_counts: {
    holds: 'How many codes were wrong and accounts signed in in an hour',
    why: noPerson,
    howLong: 'A day.',
  },
};
