import { z } from 'zod';
import { answerOf, Instant } from '../../schemas.ts';

export const CreateTokenInput = z.object({
  audience: z
    .string('Must be a string.')
    .regex(/^[!-+\--~]{1,255}$/, {
      error: 'Must be 1 to 255 printable ASCII characters, without spaces and commas.',
    })
    .meta({
      description:
        'The server that will verify the token: a name from the setting `AUDIENCES`.',
      examples: ['https://forum.example.com'],
    }),
});

export const AudienceToken = answerOf({
  token: z.string().meta({
    description:
      'A signed JWT. It is valid only for this audience, and never for this service.',
    examples: ['eyJhbGciOiJFZERTQSJ9.eyJhdWQiOiJmb3J1bSJ9.c2lnbmF0dXJl'],
  }),
  expiresAt: Instant.meta({
    description: 'When the token expires: in five minutes. Get another one before that.',
  }),
}).meta({ id: 'AudienceToken' });
