import type { IdentityName } from '@namecard/db';
import { z } from 'zod';
import { readAddress } from '../addresses.ts';
import { Instant, textOrNull } from '../schemas.ts';
import { pasted } from '../text.ts';
import { findCode } from './typed-code.ts';

export const identityExamples = {
  walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  farcasterId: '12345',
  coinbaseWallet: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  worldId: 'world-id-of-ann',
} satisfies Record<IdentityName, string>;

const identity = (of: string, name: IdentityName) =>
  z
    .string()
    .nullable()
    .meta({
      description: `${of}, unverified; \`null\` where none is linked.`,
      examples: [identityExamples[name]],
    });

export const SignInAddress = z.string().meta({
  description: 'The email address of the account.',
  examples: ['ann@example.com'],
});

export const ShownAddress = {
  email: textOrNull(
    'The email address. `null` for moderators if the person is a member, and for service keys without the scope `users:list`.',
    'ann@example.com',
  ),
  maskedEmail: z.string().meta({
    description: 'The email address, shortened.',
    examples: ['a…@example.com'],
  }),
};

export const Person = z.object({
  id: z.uuid().meta({ description: 'The id of the user.' }),
  email: SignInAddress,
});

/** Somebody whose address not every caller may read. */
export const NamedPerson = Person.extend(ShownAddress);

export const User = z
  .object({
    id: z.uuid().meta({ description: 'The user’s id, which never changes.' }),
    email: SignInAddress,
    username: textOrNull('Unique in any case. `null` until one is set.', 'ann'),
    createdAt: Instant.meta({
      description: 'When the user signed in for the first time.',
    }),
    updatedAt: Instant.meta({ description: 'When the record last changed.' }),
    walletAddress: identity('The address of a wallet', 'walletAddress'),
    farcasterId: identity('A Farcaster id', 'farcasterId'),
    coinbaseWallet: identity('The address of a Coinbase wallet', 'coinbaseWallet'),
    worldId: identity('A World ID', 'worldId'),
  } satisfies z.ZodRawShape & Record<IdentityName, z.ZodType>)
  .meta({ id: 'User', description: 'A person who has signed in.' });

/** Stands for every mail domain in the list of who may sign up. */
export const everyDomain = '*';

const pastedCode = pasted({ min: 1, max: 64 }, (text) => findCode(text) ?? text);

export const ActCodeInput = pastedCode.optional().meta({
  description:
    'The mailed code. Without it the call is refused with `CODE_REQUIRED`, and a code is mailed to you. It works once, for 10 minutes, in the same session and for this call with the same values. A session can ask for five codes an hour.',
  examples: ['AB3D-9K2M-7QRST'],
});

/** RFC 5321 4.5.3.1: 64 octets before the @, and 254 in all fit a path of 256. */
const [longestMailbox, longestAddress] = [64, 254];

/**
 * A dot-atom (RFC 5322) at a domain of two or more labels. ASCII, no quotes. No
 * lookahead: Go and Rust have none, and read the documents.
 * @param signs that stand before the @, with letters and digits
 */
const addressPattern = (signs: string) =>
  new RegExp(
    `^[A-Za-z0-9${signs}]+(?:\\.[A-Za-z0-9${signs}]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$`,
  );

const anyAddress = addressPattern("!#$%&'*+/=?^_`{|}~-");

const notAddress = 'Must be an email address, such as ann@example.com.';

const typedAddress = (pattern: RegExp, error = notAddress) =>
  z
    .string('Must be a string.')
    .overwrite(readAddress)
    .max(longestAddress, `Must be at most ${longestAddress} characters.`)
    .regex(pattern, { error, abort: true })
    .refine((address) => address.indexOf('@') <= longestMailbox, notAddress);

/** Kept in the case it has. It is compared in lower case. */
export const EmailInput = typedAddress(anyAddress).meta({
  format: 'email',
  description: 'The email address to sign in with, in any case.',
  examples: ['ann@example.com'],
});

/** For a field that people may leave empty. */
export const OptionalEmailInput = typedAddress(new RegExp(`^$|${anyAddress.source}`));

/** For an account that moves. No server delivers to another mailbox (`isAmbiguous`). */
export const NewEmailInput = typedAddress(
  addressPattern("#$&'*+/=^_`{|}~-"),
  'Must be an email address, such as ann@example.com, without %, ! or ?.',
).meta({
  format: 'email',
  description: 'The new email address.',
  examples: ['ann@example.org'],
});

export const TicketInput = pasted({ min: 1, max: 512 }).meta({
  description: 'The `ticket` from the refused sign-in. It works for 30 minutes.',
  examples: ['bm90IGEgdGlja2V0'],
});

export const CodeInput = pastedCode.meta({
  description:
    'One of the two codes in the mail. Spaces, punctuation, case and words around it do not matter.',
  examples: ['482913', 'AB3D-9K2M-7QRST'],
});
