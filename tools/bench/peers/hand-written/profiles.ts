import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { v7 } from 'uuid';
import { prepared } from './database.ts';
import { readPage, type PageRequest } from './pages.ts';
import { profileColumns, profileView, type ProfileRow } from './profile-view.ts';
import {
  createProfileSchema,
  listProfilesSchema,
  updateSocialsSchema,
} from './schemas.ts';
import { refused, signedIn } from './session.ts';

const insertProfile = prepared<ProfileRow>(
  'insert-profile',
  `with owner as (
     update users set profile_count = profile_count + 1 where id = $1 returning id
   )
   insert into profiles (id, owner_id, username, username_key, referral, referrer_id)
   select $2, owner.id, $3, lower($3), $4, (select id from profiles where username_key = lower($4)) from owner
   returning ${profileColumns}`,
);

const mergeSocials = prepared<ProfileRow>(
  'merge-socials',
  `update profiles set socials = (socials || $3::jsonb) - $4::text[],
     about = case when $5 then $6 else about end,
     updated_at = case when $5 or $3 <> '{}' or $4 <> '{}' then current_instant() else updated_at end
   where username_key = $1 and owner_id = $2 returning ${profileColumns}`,
);

type Links = Record<string, string | null>;

function changeOf({ socials = {}, about }: { socials?: Links; about?: string | null }) {
  const entries = Object.entries(socials);
  return [
    JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value))),
    entries.flatMap(([network, value]) => (value ? [] : [network])),
    about !== undefined,
    about === '' ? null : (about ?? null),
  ];
}

function mountList(app: FastifyInstance): void {
  app.get<{ Querystring: PageRequest }>(
    '/api/v1/profiles',
    { schema: listProfilesSchema },
    async (request, reply) => {
      await signedIn(request);
      const { count, rows } = await readPage(request.query);
      const serialized = reply.serialize({
        data: { count, profiles: rows.map(profileView) },
      });
      const body = typeof serialized === 'string' ? serialized : '';
      const tag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
      void reply.headers({
        vary: 'accept-encoding, Origin, Authorization',
        etag: tag,
        'cache-control': 'private, no-cache',
        'content-type': 'application/json; charset=utf-8',
      });
      const isKnown = request.headers['if-none-match'] === tag;
      return isKnown ? reply.code(304).send() : body;
    },
  );
}

function mountCreate(app: FastifyInstance): void {
  app.post<{ Body: { username: string; referral: string } }>(
    '/api/v1/profiles',
    { schema: createProfileSchema },
    async (request) => {
      const { id } = await signedIn(request);
      const { username, referral } = request.body;
      const [row] = await insertProfile([id, v7(), username, referral]);
      if (!row) {
        throw refused(401, 'This account is gone.');
      }
      return { message: 'The profile was created.', profile: profileView(row) };
    },
  );
}

function mountSocials(app: FastifyInstance): void {
  app.patch<{
    Params: { username: string };
    Body: { socials?: Links; about?: string | null };
  }>(
    '/api/v1/profiles/:username/socials',
    { schema: updateSocialsSchema },
    async (request) => {
      const { id } = await signedIn(request);
      const key = request.params.username.toLowerCase();
      const [row] = await mergeSocials([key, id, ...changeOf(request.body)]);
      if (!row) {
        throw refused(404, 'You have no such profile.');
      }
      return { data: { profile: profileView(row) } };
    },
  );
}

export function mountProfiles(app: FastifyInstance): void {
  mountList(app);
  mountCreate(app);
  mountSocials(app);
}
