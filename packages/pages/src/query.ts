import type { FastifyRequest } from 'fastify';

/** A parameter of the query. Undefined if it is repeated. */
export function queryOf({ query }: FastifyRequest, name: string): string | undefined {
  if (typeof query !== 'object' || query === null) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(query, name)?.value;
  return typeof value === 'string' ? value : undefined;
}

export const pathOf = ({ url }: FastifyRequest): string => url.replace(/\?.*$/, '');

/** From 1. Other texts mean the first page. */
export const pageOf = (text: string | undefined): number =>
  text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
