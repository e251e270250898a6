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
    why: 'A device stays signed in. Its owner and admins can see sessions and end them. Browser and system are words of a fixed list.',
    howLong: '30 days after a session ended. An account has 100 at most.',
  },
  act_codes: {
    holds: 'Acts that wait for a mailed code, as hashes',
    why: 'A stolen session alone can’t do what reaches many people or can’t be taken back.',
    howLong: '24 hours. It is deleted with the session.',
  },
  service_keys: {
    holds: 'Keys of other programs, as hashes',
    why: 'A program reads or moderates without a person’s sign-in, and the history names the key.',
    howLong:
      '`AUDIT_MONTHS` after a key ended. It is deleted at once with the account of its maker.',
  },
  profiles: {
    holds: 'Public profiles',
    why: 'Their owner publishes them, to members or to anybody.',
    howLong: 'Until the owner deletes the profile or the account is erased.',
  },
  resting_usernames: {
    holds: 'Usernames that were given up, as keyed hashes',
    why: 'Nobody should pretend to be the person who had the name before. The hash does not reveal the name.',
    howLong: '90 days. After an erasure it has no owner.',
  },
  profile_segments: {
    holds: 'Counts of profiles',
    why: noPerson,
    howLong: 'As long as the database.',
  },
  addresses: {
    holds:
      'Addresses: when a code was requested or guessed wrongly, and whether an operator suppressed it',
    why: 'Nobody should guess a code by trying, and a new account gives no more tries. A person who wants no mail gets none.',
    howLong:
      '24 hours after the last request or wrong guess. A suppressed address stays until an operator or admin clears it, or the account is erased. An erasure deletes it at once if there was no wrong guess in that time.',
  },
  challenges: {
    holds: 'Pending proofs of an address',
    why: 'They are needed to sign in by a mailed code. The codes are derived and not stored.',
    howLong: '24 hours, or until a code is used.',
  },
  outbox: {
    holds: 'Mails to deliver and what became of them, without their text',
    why: 'Mail leaves even if the service restarts, and admins can see why one did not arrive.',
    howLong:
      '90 days; 24 hours if the address never signed in and was not invited. An erasure deletes them at once.',
  },
  invitations: {
    holds:
      'Invitations: the address that somebody gave, who invited it, the card that was prepared, which mails left, and whether it was used',
    why: 'People who were invited can sign up, and are told so once and reminded once.',
    howLong:
      '90 days; the card until then, or until it is withdrawn or declined. An erasure deletes it at once, also of an address without an account (`./namecard user erase`).',
  },
  never_again: {
    holds:
      'By keyed hashes of an address: how many mails it got that its owner did not ask for, whether the owner wants no more, and that a suspended account of it was erased',
    why: 'Nobody is mailed an invitation a fourth time. After a no, nobody is mailed an invitation or what became of a report. Erasing an account lifts no ban. The hashes do not reveal the address.',
    howLong:
      'Two years after the last such mail or the no, also after an erasure. A ban: until the suspension would have ended, two years at most, or until an admin ends it.',
  },
  moves: {
    holds:
      'Changes of an account’s address: who asked, from where to where, and what became of it',
    why: 'An account outlives its mailbox. A change that its owner did not want can be taken back.',
    howLong:
      '90 days after it was asked for, or as long as it waits for the end of a suspension. An erasure deletes them at once.',
  },
  mail_turns: {
    holds:
      'Requests for codes: the address, and the asker’s browser, system, and keyed hashes of IP address, network and allocation',
    why: 'One network must not use up the mail that all strangers share, and the time of a mail must not tell who has an account. The mail says which browser asked for it.',
    howLong:
      'At most half an hour after the last request, then at most two hours more. A sign-in by the address’s code and an erasure delete them at once.',
  },
  budgets: {
    holds:
      'How many requests for codes each IP address and network has left, as keyed hashes, and how much mail to strangers everybody has',
    why: 'One network must not use up the mail that all strangers share.',
    howLong:
      'For an address or network: until it has its whole budget again, at most two hours. For everybody: as long as the database.',
  },
  pending_changes: {
    holds: 'Changes of users and profiles, before they are numbered',
    why: 'Other programs are told of changes in the order in which they were committed.',
    howLong: 'At most a second.',
  },
  changes: {
    holds: 'Changes of users and profiles, in order',
    why: 'Other programs keep copies up to date. A change contains a random id and the kind of change, and no name.',
    howLong:
      '30 days, also after an erasure, because programs learn of the erasure from it.',
  },
  moderation_actions: {
    holds: 'What moderators, admins and operators did, and why',
    why: 'Moderators answer for their acts, and the acts can be undone. The IP address helps to find a stolen session.',
    howLong:
      '`AUDIT_MONTHS`, and as long as a hidden card or a suspension stands on it. IP address, browser and system are emptied after 90 days. An erasure removes who acted, their IP address, browser and system, and the notes, but not a note that still tells others why: one of an erased moderator stays if a hidden card or a suspension stands on it. What was done, when and for which reason stays.',
  },
  audit_events: {
    holds: 'What each of these acts changed',
    why: 'The person concerned learns why, and the change can be undone.',
    howLong:
      '`AUDIT_MONTHS`. The decision that a hidden card or a suspension stands on, and the answer to an appeal against it, stay as long as it does, and a decision to which an undo would return as long as that can be done. An erasure of the person concerned removes their id, the profile’s name, the note and what was changed. The kind of event, its time and reason, and the random id of the deleted profile stay.',
  },
  waiting_acts: {
    holds:
      'Acts of moderators on very many profiles: found by a search, or waiting for an admin',
    why: 'A thief of a moderator’s session can’t change all profiles, honest work is not lost, and a large act goes on after a crash.',
    howLong:
      '`AUDIT_MONTHS`, and an hour if it was only previewed. After the decision it contains no profile and no note. It is deleted at once with the moderator’s account, unless an admin has begun it. If the owner of a profile is erased, the team’s note is removed at once, and the note for the owners with the last of them.',
  },
  webhook_endpoints: {
    holds: 'Addresses of webhooks, with their secrets encrypted under `SECRET_KEY`',
    why: noPerson,
    howLong: 'Until an admin ends the webhook.',
  },
  webhook_deliveries: {
    holds: 'Which webhook gets which change, and what it answered',
    why: noPerson,
    howLong:
      'A day after it was accepted; 30 days if it was not. The content is read when it is sent, and not stored.',
  },
  items: {
    holds: 'Cards and accounts on the moderators’ desk, and what was decided',
    why: 'Moderators look at new, changed and reported cards. The owner of a hidden card and a suspended member can ask for another look. The author of an appeal gets its text and answer in an export.',
    howLong:
      '180 days after it was closed. An appeal that was turned down stays with its answer. It is deleted at once with the card and with the account.',
  },
  reports: {
    holds:
      'Reports of cards, and the reporter’s account if there is one, or the name and address that they typed without one. Keyed hashes of network and allocation if there is none, or if it was younger than a day',
    why: 'Moderators judge reports. Owners never learn who reported. Admins can look it up, and the history records that. A typed address gets a receipt and the decision. One network must not fill the lane of urgent items. Nobody is shown the hashes.',
    howLong:
      'As long as its item, without the name if the reporter’s account is erased. A typed name and address are emptied when the decision has been mailed, when their owner says “never again”, and when an account with that address is erased. The keyed hashes of network and allocation are emptied when the item closes, after 30 days at most. If the card is deleted before its reporter heard of a decision, it loses its words and its card, and goes after 180 days. Otherwise it is deleted at once with the card.',
  },
  snoozes: {
    holds: 'Items of the desk that sleep, and the moderator who snoozed them',
    why: 'A moderator comes back to an item later.',
    howLong: 'As long as the item.',
  },
  removed_cards: {
    holds:
      'Cards that were removed while hidden or reported, by a keyed hash of their username',
    why: 'Deletion must not end moderation: the next card of this owner or name is looked at.',
    howLong: '180 days. After an erasure it has no owner.',
  },
  notes: {
    holds: 'Notes of moderators for one another',
    why: 'The next moderator knows what the last one knew. A note is only in its author’s export.',
    howLong:
      'Until its author or an admin removes it; 180 days if it is about nobody. It is deleted at once with its author’s account and with the account that it is about.',
  },
  change_feeds: {
    holds:
      'How far changes are numbered, with which `HASH_KEY` the database is used, from when on old history is deleted, and who reads cards that are older than that choice',
    why: noPerson,
    howLong: 'As long as the database.',
  },
  jobs: {
    holds: 'Background work, such as an erasure and mails about moderation',
    why: 'An erasure is finished even if the service restarts. Admins are mailed at most once a day that a moderator reached the limit, and a person at most once a day that they were hidden or suspended.',
    howLong: 'Until it is done; for mails a day.',
  },
  rate_limits: {
    holds:
      'Counts of requests, reports and edits by keyed hashes of IP addresses and accounts',
    why: 'Nobody should use up what all share.',
    howLong: 'An hour after it began; for reports and edits a day.',
  },
  network_guesses: {
    holds: 'Wrong codes by keyed hashes of networks',
    why: 'Nobody should guess codes by trying many addresses.',
    howLong: '24 hours after the last one.',
  },
  instances: {
    holds: 'Which instances run: name and version',
    why: noPerson,
    howLong: 'Until it ends; a day if it crashed.',
  },
  hourly_counts: {
    holds: 'Counts of wrong codes and sign-ins by the hour',
    why: noPerson,
    howLong: 'A day.',
  },
};
