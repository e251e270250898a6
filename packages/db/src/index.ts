export { statements, type Database } from './database.ts';
export { Address } from './entities/address.ts';
export { Challenge } from './entities/challenge.ts';
export { OutboxMail, mailStates } from './entities/outbox-mail.ts';
export { Profile, socialNetworks, type Socials } from './entities/profile.ts';
export { Session } from './entities/session.ts';
export { User, roles, type Role } from './entities/user.ts';
export { migrate, openOrm, type Orm } from './orm.ts';
export { isUnavailable, violatesUnique } from './errors.ts';
