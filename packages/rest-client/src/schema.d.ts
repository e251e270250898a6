// Generated from openapi.json by `npm run schema:write`; changes made here are lost.

export interface paths {
  '/auth/send-code': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a sign-in code to an email address
     * @description Answers alike whether the address is known or not. The mail holds a short code, good for 10 minutes, and a long one, good for 60.
     */
    post: operations['sendCode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/verify-code': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Exchange the code for the user and an auth token
     * @description Any of the codes of the mails that are still good. The first sign-in makes the account. A code signs in once.
     */
    post: operations['verifyCode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/sign-out': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End the session of the token
     * @description The token is refused from then on, everywhere.
     */
    post: operations['signOut'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your sessions, the one used last first
     * @description Those that have not ended, so that you can end one that is not yours.
     */
    get: operations['listSessions'];
    put?: never;
    post?: never;
    /**
     * End all your sessions but this one
     * @description For when a token may be in others’ hands.
     */
    delete: operations['revokeOtherSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/sessions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End one of your sessions
     * @description Its token is refused from then on, everywhere.
     */
    delete: operations['revokeSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read yourself, your role and when your session ends
     * @description What a client asks when it starts: whether its token is still good, and whose it is.
     */
    get: operations['getMe'];
    put?: never;
    post?: never;
    /**
     * Erase yourself, your sessions and your profiles for good
     * @description Takes a sign-in of the last hour. Once it is answered, nobody can see or use the account any more and its address is free; what is left in the history is emptied within two minutes. Usernames that were held for a week rest for 90 days, for everybody.
     */
    delete: operations['removeMe'];
    options?: never;
    head?: never;
    /**
     * Update your own record
     * @description What is left out stays as it is.
     */
    patch: operations['updateMe'];
    trace?: never;
  };
  '/users/me/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read all that is held of you
     * @description Takes a sign-in of the last hour. Of each table the newest 1,000 rows; `shortened` names those that have more.
     */
    get: operations['exportMe'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/profiles': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List profiles
     * @description By creation time. The counts are of all profiles; hidden ones are listed to moderators alone, so others page by `count.active`.
     */
    get: operations['listProfiles'];
    put?: never;
    /**
     * Create a profile
     * @description One account may have several. The username is the profile’s, not its owner’s.
     */
    post: operations['createProfile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/profiles/walk': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Walk through all profiles, oldest first
     * @description For clients that want them all. Every profile committed before the walk began, and not hidden or deleted during it, comes exactly once, however many are created meanwhile.
     */
    get: operations['walkProfiles'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users/me/profiles': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your own profiles, newest first
     * @description Hidden ones too, and why they are.
     */
    get: operations['listMyProfiles'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/profiles/{username}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read one profile
     * @description Without a token, too, where the operator has made profiles public.
     */
    get: operations['getProfile'];
    put?: never;
    post?: never;
    /**
     * Delete your profile for good
     * @description Takes a sign-in of the last hour. A username that was held for a week rests for 90 days, for all but you.
     */
    delete: operations['removeProfile'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/profiles/{username}/socials': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update the social links and the about text of your profile
     * @description What is left out stays as it is.
     */
    patch: operations['updateProfileSocials'];
    trace?: never;
  };
  '/profiles/{username}/location': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Set or clear the location of your profile
     * @description It is kept exactly. Others may be given it rounded.
     */
    patch: operations['updateProfileLocation'];
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description What every error is answered with. */
    Error: {
      /** @description What to do, for a person to read. */
      message: string;
      /**
       * @description The tRPC error code.
       * @example BAD_REQUEST
       */
      code: string;
      /**
       * @description A stable constant to switch on.
       * @enum {string}
       */
      reason:
        | 'ACCOUNT_SUSPENDED'
        | 'ACTION_NOT_FOUND'
        | 'ANSWER_TOO_LARGE'
        | 'BATCH_TOO_LARGE'
        | 'BODY_NOT_OBJECT'
        | 'BODY_REQUIRED'
        | 'BODY_TOO_DEEP'
        | 'BODY_TOO_LARGE'
        | 'CHANGED_MEANWHILE'
        | 'CODE_INVALID'
        | 'CONFIGURED_ADMIN'
        | 'FRESH_SIGN_IN_REQUIRED'
        | 'HEADERS_TOO_LARGE'
        | 'IDEMPOTENCY_KEY_IN_USE'
        | 'IDEMPOTENCY_KEY_REUSED'
        | 'INPUT_INVALID'
        | 'INTERNAL'
        | 'LAST_ADMIN'
        | 'MAIL_PROVIDER_REFUSED'
        | 'MALFORMED_JSON'
        | 'MALFORMED_PATH'
        | 'MALFORMED_QUERY'
        | 'MALFORMED_REQUEST'
        | 'MALFORMED_TEXT'
        | 'METHOD_NOT_ALLOWED'
        | 'NOT_OWNER'
        | 'PARAMETER_REPEATED'
        | 'PATH_NOT_FOUND'
        | 'PROFILE_LIMIT'
        | 'PROFILE_NOT_FOUND'
        | 'RATE_LIMITED'
        | 'REQUEST_TIMEOUT'
        | 'ROLE_MISSING'
        | 'SESSION_NOT_FOUND'
        | 'TOKEN_INVALID'
        | 'UNAVAILABLE'
        | 'UNSUPPORTED_MEDIA_TYPE'
        | 'URI_TOO_LONG'
        | 'USERNAME_TAKEN'
        | 'USER_NOT_FOUND';
      /** @description The values that were refused. */
      issues?: {
        /** @description Where the value lies in the input. */
        path: (string | number)[];
        /** @description What to do about it. */
        message: string;
      }[];
    };
    CreatedProfile: {
      /**
       * @description For people to read.
       * @example The profile was created.
       */
      message: string;
      profile: components['schemas']['Profile'];
    };
    Me: {
      /** @description What was asked for. */
      data: {
        user: components['schemas']['User'];
        /**
         * @description What they may do beside what every user may.
         * @enum {string}
         */
        role: 'user' | 'moderator' | 'admin';
        /** @description The session of the token that was sent. */
        session: {
          /**
           * Format: date-time
           * @description When it ends, if it is not used again.
           */
          expiresAt: string;
        };
      };
    };
    MyProfiles: {
      /** @description What was asked for. */
      data: {
        /** @description Those of the page. */
        profiles: components['schemas']['Profile'][];
        /** @description Why those of the page that are hidden are so. */
        notices: components['schemas']['Notice'][];
      };
    };
    Nothing: {
      /** @description Always `null`: there is nothing to say. */
      data: null;
    };
    /** @description Why a profile is hidden. */
    Notice: {
      /**
       * @description What the profile is found by, unique without case.
       * @example ann
       */
      username: string;
      /**
       * @description Why, as a constant.
       * @enum {string}
       */
      reason:
        | 'spam'
        | 'impersonation'
        | 'harassment'
        | 'illegal_content'
        | 'personal_data'
        | 'other';
      /**
       * @description What the moderator wrote to the owner.
       * @example Please remove the advertisement.
       */
      note: string | null;
      /**
       * Format: date-time
       * @description When it was hidden.
       */
      at: string;
    };
    OneProfile: {
      /** @description What was asked for. */
      data: {
        profile: components['schemas']['Profile'];
      };
    };
    PersonalData: {
      /** @description What was asked for. */
      data: {
        /**
         * Format: date-time
         * @description When it was read.
         */
        at: string;
        /**
         * @description By table, the newest rows first: what each column holds that is yours to know.
         * @example {
         *       "users": [
         *         {
         *           "email": "ann@example.com",
         *           "username": "ann"
         *         }
         *       ]
         *     }
         */
        records: {
          [key: string]: {
            [key: string]: unknown[] | boolean | null | number | Record<string, never> | string;
          }[];
        };
        /**
         * @description The tables that have more than the newest 1,000 rows, which are here.
         * @example [
         *       "sessions"
         *     ]
         */
        shortened: string[];
      };
    };
    /** @description A public card of a user’s. */
    Profile: {
      /**
       * @description What the profile is found by, unique without case.
       * @example ann
       */
      username: string;
      /**
       * @description What its owner says of themselves, in plain text; `null` where nothing is.
       * @example I play the Caro-Kann, badly.
       */
      about: string | null;
      /** @description The links that are set. */
      socials: {
        /**
         * @description A link to them on X, as they typed it.
         * @example https://x.com/ann
         */
        x?: string;
        /**
         * @description A link to them on Telegram, as they typed it.
         * @example https://t.me/ann
         */
        telegram?: string;
        /**
         * @description A link to them on the web, as they typed it.
         * @example https://ann.example.com
         */
        website?: string;
        /**
         * @description A link to them on Discord, as they typed it.
         * @example https://discord.gg/ann
         */
        discord?: string;
      };
      /** @description Where it is, `null` where it does not say. Others than its owner and moderators may be given it rounded. */
      location: {
        /**
         * @description Degrees north of the equator.
         * @example 48.2
         */
        latitude: number;
        /**
         * @description Degrees east of Greenwich.
         * @example 16.4
         */
        longitude: number;
      } | null;
      /** @description Whether moderators have hidden it from others. */
      hidden: boolean;
    };
    /** @description How many profiles there are. */
    ProfileCount: {
      /**
       * @description All profiles.
       * @example 2
       */
      all: number;
      /**
       * @description Those that are hidden.
       * @example 1
       */
      hidden: number;
      /**
       * @description Those that are not hidden.
       * @example 1
       */
      active: number;
    };
    ProfileList: {
      /** @description What was asked for. */
      data: {
        count: components['schemas']['ProfileCount'];
        /** @description Those of the page. */
        profiles: components['schemas']['Profile'][];
      };
    };
    ProfileWalk: {
      /** @description What was asked for. */
      data: {
        /** @description Those of the page. */
        profiles: components['schemas']['Profile'][];
        /**
         * @description What the next page is asked for with; `null` at the end of the walk.
         * @example null
         */
        nextCursor: string | null;
      };
    };
    /** @description A place where somebody is signed in. */
    Session: {
      /**
       * Format: uuid
       * @description What to end it by.
       */
      id: string;
      /**
       * Format: date-time
       * @description When it began, by signing in.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was used last, to within five minutes.
       */
      lastUsedAt: string;
      /**
       * @description By what it was begun, as far as that is known.
       * @example Firefox
       */
      browser: string;
      /**
       * @description On what it was begun, as far as that is known.
       * @example Linux
       */
      system: string;
      /** @description Whether this call was made with it. */
      current: boolean;
    };
    SessionList: {
      /** @description What was asked for. */
      data: {
        /** @description Those that have not ended. */
        sessions: components['schemas']['Session'][];
      };
    };
    SignedIn: {
      /** @description What was asked for. */
      data: {
        user: components['schemas']['User'];
        /**
         * @description The auth token, for `Authorization: Bearer`.
         * @example nc_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8
         */
        token: string;
      };
    };
    UpdatedUser: {
      /** @description What was asked for. */
      data: {
        user: components['schemas']['User'];
      };
    };
    /** @description Somebody who has signed in. */
    User: {
      /**
       * Format: uuid
       * @description The user’s id, which never changes.
       */
      id: string;
      /**
       * @description The address they sign in with.
       * @example ann@example.com
       */
      email: string;
      /**
       * @description Unique without case; `null` until one is set.
       * @example ann
       */
      username: string | null;
      /**
       * Format: date-time
       * @description When they signed in for the first time.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When their record changed last.
       */
      updatedAt: string;
      /**
       * @description The address of a wallet, unverified; `null` where none is linked.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      walletAddress: string | null;
      /**
       * @description A Farcaster id, unverified; `null` where none is linked.
       * @example 12345
       */
      farcasterId: string | null;
      /**
       * @description The address of a Coinbase wallet, unverified; `null` where none is linked.
       * @example 0x8617E340B3D01FA5F11F306F4090FD50E238070D
       */
      coinbaseWallet: string | null;
      /**
       * @description A World ID, unverified; `null` where none is linked.
       * @example world-id-of-ann
       */
      worldId: string | null;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description How to authenticate. It tells a refused token from a missing one. */
    'WWW-Authenticate': string;
    /** @description After how many seconds to try again. */
    'Retry-After': number;
    /** @description What to send as `If-None-Match` to be answered only if something has changed. */
    ETag: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  sendCode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ann@example.com"
         *     }
         */
        'application/json': {
          /**
           * Format: email
           * @description The address to sign in with, compared without case.
           * @example ann@example.com
           */
          email: string;
        };
      };
    };
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": null
           *     }
           */
          'application/json': components['schemas']['Nothing'];
        };
      };
      /** @description The request is malformed, or a value is not accepted; `issues` says which. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests from one network (`RATE_LIMITED`). */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  verifyCode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ann@example.com",
         *       "otp": "482913"
         *     }
         */
        'application/json': {
          /**
           * Format: email
           * @description The address to sign in with, compared without case.
           * @example ann@example.com
           */
          email: string;
          /**
           * @description One of the two codes in the mail; spaces, dashes and case do not matter.
           * @example 482913
           * @example AB3D-9K2M-7QRST
           */
          otp: string;
        };
      };
    };
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "user": {
           *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *           "email": "ann@example.com",
           *           "username": "ann",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "updatedAt": "2026-01-31T12:00:00.000Z",
           *           "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
           *           "farcasterId": "12345",
           *           "coinbaseWallet": "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
           *           "worldId": "world-id-of-ann"
           *         },
           *         "token": "nc_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
           *       }
           *     }
           */
          'application/json': components['schemas']['SignedIn'];
        };
      };
      /** @description The request is malformed, or a value is not accepted; `issues` says which. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The code is wrong, used or expired (`CODE_INVALID`). */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The account is suspended (`ACCOUNT_SUSPENDED`). */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests from one network (`RATE_LIMITED`). */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  signOut: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": null
           *     }
           */
          'application/json': components['schemas']['Nothing'];
        };
      };
      /** @description The request is malformed, or a value is not accepted; `issues` says which. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description No token, or one that is not valid. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests. */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "sessions": [
           *           {
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "createdAt": "2026-01-31T12:00:00.000Z",
           *             "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *             "browser": "Firefox",
           *             "system": "Linux",
           *             "current": false
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': components['schemas']['SessionList'];
        };
      };
      /** @description No token, or one that is not valid. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests. */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  revokeOtherSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": null
           *     }
           */
          'application/json': components['schemas']['Nothing'];
        };
      };
      /** @description No token, or one that is not valid. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests. */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  revokeSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the session. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": null
           *     }
           */
          'application/json': components['schemas']['Nothing'];
        };
      };
      /** @description The request is malformed, or a value is not accepted; `issues` says which. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description No token, or one that is not valid. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description You have no such session (`SESSION_NOT_FOUND`). */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests. */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "user": {
           *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *           "email": "ann@example.com",
           *           "username": "ann",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "updatedAt": "2026-01-31T12:00:00.000Z",
           *           "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
           *           "farcasterId": "12345",
           *           "coinbaseWallet": "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
           *           "worldId": "world-id-of-ann"
           *         },
           *         "role": "user",
           *         "session": {
           *           "expiresAt": "2026-01-31T12:00:00.000Z"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['Me'];
        };
      };
      /** @description No token, or one that is not valid. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests. */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  removeMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": null
           *     }
           */
          'application/json': components['schemas']['Nothing'];
        };
      };
      /** @description No token, or one that is not valid. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The session began more than an hour ago: sign in again (`FRESH_SIGN_IN_REQUIRED`). */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Nobody else is an admin: make somebody else one first (`LAST_ADMIN`). */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests. */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "username": "ann",
         *       "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
         *       "farcasterId": "0x52908400098527886E0F7030069857D2E4169EE7",
         *       "coinbaseWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
         *       "worldId": "0x52908400098527886E0F7030069857D2E4169EE7"
         *     }
         */
        'application/json': {
          /**
           * @description Unique without case. `null` clears it. One that was held for a week and given up rests for 90 days, for all but you.
           * @example ann
           */
          username?: string | null;
          /**
           * @description Unverified; without invisible characters. `null` or an empty string unlinks it.
           * @example 0x52908400098527886E0F7030069857D2E4169EE7
           */
          walletAddress?: string | null;
          /**
           * @description Unverified; without invisible characters. `null` or an empty string unlinks it.
           * @example 0x52908400098527886E0F7030069857D2E4169EE7
           */
          farcasterId?: string | null;
          /**
           * @description Unverified; without invisible characters. `null` or an empty string unlinks it.
           * @example 0x52908400098527886E0F7030069857D2E4169EE7
           */
          coinbaseWallet?: string | null;
          /**
           * @description Unverified; without invisible characters. `null` or an empty string unlinks it.
           * @example 0x52908400098527886E0F7030069857D2E4169EE7
           */
          worldId?: string | null;
        };
      };
    };
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "user": {
           *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *           "email": "ann@example.com",
           *           "username": "ann",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "updatedAt": "2026-01-31T12:00:00.000Z",
           *           "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
           *           "farcasterId": "12345",
           *           "coinbaseWallet": "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
           *           "worldId": "world-id-of-ann"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['UpdatedUser'];
        };
      };
      /** @description The request is malformed, or a value is not accepted; `issues` says which. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description No token, or one that is not valid. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The username is taken (`USERNAME_TAKEN`). */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests. */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  exportMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "at": "2026-01-31T12:00:00.000Z",
           *         "records": {
           *           "users": [
           *             {
           *               "email": "ann@example.com",
           *               "username": "ann"
           *             }
           *           ]
           *         },
           *         "shortened": [
           *           "sessions"
           *         ]
           *       }
           *     }
           */
          'application/json': components['schemas']['PersonalData'];
        };
      };
      /** @description No token, or one that is not valid. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The session began more than an hour ago: sign in again (`FRESH_SIGN_IN_REQUIRED`). */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests. */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listProfiles: {
    parameters: {
      query?: {
        page?: number;
        limit?: number;
        reverse?: boolean;
      };
      header?: {
        /** @description The `ETag` of the answer you have. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "count": {
           *           "all": 2,
           *           "hidden": 1,
           *           "active": 1
           *         },
           *         "profiles": [
           *           {
           *             "username": "ann",
           *             "about": "I play the Caro-Kann, badly.",
           *             "socials": {
           *               "x": "https://x.com/ann",
           *               "telegram": "https://t.me/ann",
           *               "website": "https://ann.example.com",
           *               "discord": "https://discord.gg/ann"
           *             },
           *             "location": {
           *               "latitude": 48.2,
           *               "longitude": 16.4
           *             },
           *             "hidden": false
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': components['schemas']['ProfileList'];
        };
      };
      /** @description The answer that you have is still right. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed, or a value is not accepted; `issues` says which. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description No token, or one that is not valid. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests. */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createProfile: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for this request. Repeated within 24 hours it is answered as it was the first time, as long as it is among your last 1,000 names. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "username": "ann",
         *       "referral": "bob"
         *     }
         */
        'application/json': {
          /**
           * @description Unique without case.
           * @example ann
           */
          username: string;
          /**
           * @description Who or what referred you; may be empty. The username of a profile links the two.
           * @example bob
           */
          referral: string;
        };
      };
    };
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "The profile was created.",
           *       "profile": {
           *         "username": "ann",
           *         "about": "I play the Caro-Kann, badly.",
           *         "socials": {
           *           "x": "https://x.com/ann",
           *           "telegram": "https://t.me/ann",
           *           "website": "https://ann.example.com",
           *           "discord": "https://discord.gg/ann"
           *         },
           *         "location": {
           *           "latitude": 48.2,
           *           "longitude": 16.4
           *         },
           *         "hidden": false
           *       }
           *     }
           */
          'application/json': components['schemas']['CreatedProfile'];
        };
      };
      /** @description The request is malformed, or a value is not accepted; `issues` says which. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description No token, or one that is not valid. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The account has as many profiles as it may (`PROFILE_LIMIT`). */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The username is taken (`USERNAME_TAKEN`), or a request with the same `Idempotency-Key` is still running (`IDEMPOTENCY_KEY_IN_USE`). */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `Idempotency-Key` was sent with another body before (`IDEMPOTENCY_KEY_REUSED`). */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests. */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  walkProfiles: {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "profiles": [
           *           {
           *             "username": "ann",
           *             "about": "I play the Caro-Kann, badly.",
           *             "socials": {
           *               "x": "https://x.com/ann",
           *               "telegram": "https://t.me/ann",
           *               "website": "https://ann.example.com",
           *               "discord": "https://discord.gg/ann"
           *             },
           *             "location": {
           *               "latitude": 48.2,
           *               "longitude": 16.4
           *             },
           *             "hidden": false
           *           }
           *         ],
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': components['schemas']['ProfileWalk'];
        };
      };
      /** @description The request is malformed, or a value is not accepted; `issues` says which. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description No token, or one that is not valid. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests. */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listMyProfiles: {
    parameters: {
      query?: {
        page?: number;
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "profiles": [
           *           {
           *             "username": "ann",
           *             "about": "I play the Caro-Kann, badly.",
           *             "socials": {
           *               "x": "https://x.com/ann",
           *               "telegram": "https://t.me/ann",
           *               "website": "https://ann.example.com",
           *               "discord": "https://discord.gg/ann"
           *             },
           *             "location": {
           *               "latitude": 48.2,
           *               "longitude": 16.4
           *             },
           *             "hidden": false
           *           }
           *         ],
           *         "notices": [
           *           {
           *             "username": "ann",
           *             "reason": "spam",
           *             "note": "Please remove the advertisement.",
           *             "at": "2026-01-31T12:00:00.000Z"
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': components['schemas']['MyProfiles'];
        };
      };
      /** @description The request is malformed, or a value is not accepted; `issues` says which. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description No token, or one that is not valid. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests. */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getProfile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The username of the profile. */
        username: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "profile": {
           *           "username": "ann",
           *           "about": "I play the Caro-Kann, badly.",
           *           "socials": {
           *             "x": "https://x.com/ann",
           *             "telegram": "https://t.me/ann",
           *             "website": "https://ann.example.com",
           *             "discord": "https://discord.gg/ann"
           *           },
           *           "location": {
           *             "latitude": 48.2,
           *             "longitude": 16.4
           *           },
           *           "hidden": false
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['OneProfile'];
        };
      };
      /** @description The request is malformed, or a value is not accepted; `issues` says which. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description No token, or one that is not valid. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description There is no such profile, or it is hidden from you (`PROFILE_NOT_FOUND`). */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests. */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  removeProfile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The username of the profile. */
        username: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": null
           *     }
           */
          'application/json': components['schemas']['Nothing'];
        };
      };
      /** @description The request is malformed, or a value is not accepted; `issues` says which. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description No token, or one that is not valid. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The profile is somebody else’s (`NOT_OWNER`). The session began more than an hour ago: sign in again (`FRESH_SIGN_IN_REQUIRED`). */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description There is no such profile, or it is hidden from you (`PROFILE_NOT_FOUND`). */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests. */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateProfileSocials: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The username of the profile. */
        username: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "socials": {
         *         "x": "https://x.com/ann",
         *         "telegram": "https://t.me/ann",
         *         "website": "https://ann.example.com",
         *         "discord": "https://discord.gg/ann"
         *       },
         *       "about": "I play the Caro-Kann, badly."
         *     }
         */
        'application/json': {
          /** @description Links that are left out stay as they are. */
          socials?: {
            /**
             * @description An http or https link, without invisible characters. `null` or an empty string removes it.
             * @example https://x.com/ann
             */
            x?: string | null | '';
            /**
             * @description An http or https link, without invisible characters. `null` or an empty string removes it.
             * @example https://t.me/ann
             */
            telegram?: string | null | '';
            /**
             * @description An http or https link, without invisible characters. `null` or an empty string removes it.
             * @example https://ann.example.com
             */
            website?: string | null | '';
            /**
             * @description An http or https link, without invisible characters. `null` or an empty string removes it.
             * @example https://discord.gg/ann
             */
            discord?: string | null | '';
          };
          /**
           * @description Left out it stays; `null` or an empty string clears it.
           * @example I play the Caro-Kann, badly.
           */
          about?: string | null;
        };
      };
    };
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "profile": {
           *           "username": "ann",
           *           "about": "I play the Caro-Kann, badly.",
           *           "socials": {
           *             "x": "https://x.com/ann",
           *             "telegram": "https://t.me/ann",
           *             "website": "https://ann.example.com",
           *             "discord": "https://discord.gg/ann"
           *           },
           *           "location": {
           *             "latitude": 48.2,
           *             "longitude": 16.4
           *           },
           *           "hidden": false
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['OneProfile'];
        };
      };
      /** @description The request is malformed, or a value is not accepted; `issues` says which. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description No token, or one that is not valid. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The profile is somebody else’s (`NOT_OWNER`). */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description There is no such profile, or it is hidden from you (`PROFILE_NOT_FOUND`). */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests. */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateProfileLocation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The username of the profile. */
        username: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "location": {
         *         "latitude": 48.2,
         *         "longitude": 16.4
         *       }
         *     }
         */
        'application/json': {
          /** @description `null` clears it. */
          location: {
            /**
             * @description Degrees north of the equator.
             * @example 48.2
             */
            latitude: number;
            /**
             * @description Degrees east of Greenwich.
             * @example 16.4
             */
            longitude: number;
          } | null;
        };
      };
    };
    responses: {
      /** @description Successful response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "profile": {
           *           "username": "ann",
           *           "about": "I play the Caro-Kann, badly.",
           *           "socials": {
           *             "x": "https://x.com/ann",
           *             "telegram": "https://t.me/ann",
           *             "website": "https://ann.example.com",
           *             "discord": "https://discord.gg/ann"
           *           },
           *           "location": {
           *             "latitude": 48.2,
           *             "longitude": 16.4
           *           },
           *           "hidden": false
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['OneProfile'];
        };
      };
      /** @description The request is malformed, or a value is not accepted; `issues` says which. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description No token, or one that is not valid. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The profile is somebody else’s (`NOT_OWNER`). */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description There is no such profile, or it is hidden from you (`PROFILE_NOT_FOUND`). */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request took too long to arrive. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests. */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service cannot answer now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
}
