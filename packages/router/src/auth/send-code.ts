import type { z } from 'zod';
import type { Origin } from '../access/caller.ts';
import { deviceOf } from '../access/device.ts';
import { languageOf } from '../access/language.ts';
import { rangesOf } from '../access/networks.ts';
import type { Deps } from '../context.ts';
import { addressKey } from '../addresses.ts';
import type { SendCodeInput } from './schemas.ts';
import { queueMail, type Requester } from './send-code.sql.ts';

function requesterOf(
  { hashes, settings }: Deps,
  { ip, isForwarded = false }: Origin,
): Requester {
  if (settings.mailsPerHour === 0) {
    return { ip: null, network: null, allocation: null, isForwarded };
  }
  const { address, network, allocation } = rangesOf(ip);
  return {
    ip: hashes.of('mails', address),
    network: hashes.of('mails', network),
    allocation: hashes.of('mails', allocation),
    isForwarded,
  };
}

/** Answers the same for known and unknown addresses. A worker sends the mail. */
export async function sendCode(
  deps: Deps,
  origin: Origin,
  { email }: z.infer<typeof SendCodeInput>,
): Promise<{ data: null }> {
  const { em, random, keys } = deps;
  const address = addressKey(email);
  await queueMail(em, {
    address,
    challengeId: random.id(),
    keyId: keys.current.id,
    mailId: random.id(),
    ...deviceOf(origin.userAgent),
    language: languageOf(origin.acceptLanguage, deps.settings.product.language) ?? null,
    ...requesterOf(deps, origin),
  });
  deps.telemetry.event('code_asked', { address });
  deps.mailQueued();
  return { data: null };
}
