import { defineEntity, p } from '@mikro-orm/core';

export const NetworkGuessesSchema = defineEntity({
  name: 'NetworkGuesses',
  tableName: 'network_guesses',
  properties: {
    network: p.text().primary(),
    guessedAt: p.array().columnType('timestamptz[]'),
    ips: p.array().columnType('text[]'),
  },
});

/**
 * The wrong short codes of the last day that came from one network (IPv4 /24, IPv6 /48): when each was sent and, at the same
 * place, by which address (IPv4, IPv6 /64). Network and addresses are keyed hashes.
 */
export class NetworkGuesses extends NetworkGuessesSchema.class {}

NetworkGuessesSchema.setClass(NetworkGuesses);
