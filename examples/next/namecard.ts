import type { Client } from '@namecard/client';
import { visitorClient } from '@namecard/client/next';
import { cookies, headers } from 'next/headers';

/** A client for the visitor of this request. */
export const namecard = async (): Promise<Client> =>
  visitorClient({
    url: process.env['NAMECARD_URL'] ?? 'http://127.0.0.1:3000',
    cookies: await cookies(),
    headers: await headers(),
  });
