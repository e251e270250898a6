const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const instant = { type: 'string', format: 'date-time' };

/** An object schema whose properties are all required. */
const whole = (properties: Record<string, object>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

const usernameText = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]([A-Za-z0-9_.-]{0,62}[A-Za-z0-9_-])?$',
};
const link = {
  type: ['string', 'null'],
  maxLength: 512,
  pattern: '^$|^https?://[^\\s\\\\/?#@]+([/?#][^\\s\\\\]*)?$',
};
const identity = { type: ['string', 'null'], maxLength: 128 };

const user = whole({
  id: text,
  email: text,
  username: textOrNull,
  createdAt: instant,
  updatedAt: instant,
  walletAddress: textOrNull,
  farcasterId: textOrNull,
  coinbaseWallet: textOrNull,
  worldId: textOrNull,
});

const profile = whole({
  username: text,
  about: textOrNull,
  socials: {
    type: 'object',
    properties: { x: text, telegram: text, website: text, discord: text },
  },
  location: {
    ...whole({ latitude: { type: 'number' }, longitude: { type: 'number' } }),
    nullable: true,
  },
  hidden: { type: 'boolean' },
});

const count = { type: 'integer' };

const answer = (schema: object) => ({ response: { 200: schema } });

export const listProfilesSchema = {
  querystring: {
    type: 'object',
    properties: {
      page: { type: 'integer', minimum: 1, default: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    },
  },
  ...answer(
    whole({
      data: whole({
        count: whole({ all: count, hidden: count, active: count }),
        profiles: { type: 'array', items: profile },
      }),
    }),
  ),
};

export const createProfileSchema = {
  body: whole({ username: usernameText, referral: { type: 'string', maxLength: 256 } }),
  ...answer(whole({ message: text, profile })),
};

export const updateSocialsSchema = {
  body: {
    type: 'object',
    properties: {
      socials: {
        type: 'object',
        additionalProperties: false,
        properties: { x: link, telegram: link, website: link, discord: link },
      },
      about: { type: ['string', 'null'], maxLength: 2000 },
    },
  },
  ...answer(whole({ data: whole({ profile }) })),
};

export const meSchema = answer(
  whole({
    data: whole({
      user,
      role: text,
      language: textOrNull,
      session: whole({ expiresAt: instant }),
    }),
  }),
);

export const updateMeSchema = {
  body: {
    type: 'object',
    properties: {
      username: { ...usernameText, type: ['string', 'null'] },
      walletAddress: identity,
      farcasterId: identity,
      coinbaseWallet: identity,
      worldId: identity,
    },
  },
  ...answer(whole({ data: whole({ user }) })),
};
