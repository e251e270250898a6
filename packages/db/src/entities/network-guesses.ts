import { defineEntity, p } from '@mikro-orm/core';
import { personal } from './personal.ts';

/**
 * Wrong short codes of the last day from one IP network (IPv4 /24, IPv6 /48). The
 * two arrays match: the times, and the IP addresses (IPv4, IPv6 /64). `network`
 * and `ips` are keyed hashes.
 */
export const NetworkGuessesSchema = defineEntity({
  name: 'NetworkGuesses',
  tableName: 'network_guesses',
  properties: {
    network: personal(p.text().primary(), 'withheld', 'swept'),
    guessedAt: personal(p.array().columnType('timestamptz[]'), 'withheld', 'swept'),
    ips: personal(p.array().columnType('text[]'), 'withheld', 'swept'),
  },
});
