import type { FastifyRequest } from 'fastify';

/** A parameter of the request's address, if it came once. */
export function queryOf({ query }: FastifyRequest, name: string): string | undefined {
  if (typeof query !== 'object' || query === null) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(query, name)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** The path of a request, without its query. */
export const pathOf = ({ url }: FastifyRequest): string => url.replace(/\?.*$/, '');

/** The number of a page, from 1. What is none is the first. */
export const pageOf = (text: string | undefined): number =>
  text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
