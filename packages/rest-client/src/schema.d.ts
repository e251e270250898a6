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
    /** Exchange the code for the user and an auth token */
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
    /** End the session of the token */
    post: operations['signOut'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Exchange the session for a token that another server verifies
     * @description A JWT of five minutes for one of the configured audiences. It says who you are, not your address, and is verified with the keys at `/.well-known/jwks.json`.
     */
    post: operations['createToken'];
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
    /** List your sessions, the one used last first */
    get: operations['listSessions'];
    put?: never;
    post?: never;
    /** End all your sessions but this one */
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
    /** End one of your sessions */
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
    /** Read yourself, your role and when your session ends */
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
    /** Create a profile */
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
    /** List your own profiles, newest first */
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
    /** Read one profile */
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
    /** Update the social links and the about text of your profile */
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
    /** Set or clear the location of your profile */
    patch: operations['updateProfileLocation'];
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description What every error is answered with. */
    ErrorBody: {
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
        | 'AUDIENCE_UNKNOWN'
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
        message: string;
      }[];
    };
    AudienceToken: {
      data: {
        /** @description A signed JWT. It is good for this audience alone, never for this service. */
        token: string;
        /**
         * Format: date-time
         * @description Five minutes from now. Ask for another before it.
         */
        expiresAt: string;
      };
    };
    CreatedProfile: {
      message: string;
      profile: components['schemas']['Profile'];
    };
    Me: {
      data: {
        user: components['schemas']['User'];
        /** @enum {string} */
        role: 'user' | 'moderator' | 'admin';
        session: {
          /** Format: date-time */
          expiresAt: string;
        };
      };
    };
    MyProfiles: {
      data: {
        profiles: components['schemas']['Profile'][];
        /** @description Why those of the page that are hidden are so. */
        notices: components['schemas']['Notice'][];
      };
    };
    Nothing: {
      data: null;
    };
    Notice: {
      username: string;
      /** @enum {string} */
      reason:
        | 'spam'
        | 'impersonation'
        | 'harassment'
        | 'illegal_content'
        | 'personal_data'
        | 'other';
      /** @description What the moderator wrote to the owner. */
      note: string | null;
      /** Format: date-time */
      at: string;
    };
    OneProfile: {
      data: {
        profile: components['schemas']['Profile'];
      };
    };
    PersonalData: {
      data: {
        /** Format: date-time */
        at: string;
        /** @description By table, the newest rows first: what each column holds that is yours to know. */
        records: {
          [key: string]: {
            [key: string]: unknown[] | boolean | null | number | Record<string, never> | string;
          }[];
        };
        /** @description The tables that have more than the newest 1,000 rows, which are here. */
        shortened: string[];
      };
    };
    Profile: {
      username: string;
      about: string | null;
      socials: {
        x?: string;
        telegram?: string;
        website?: string;
        discord?: string;
      };
      location: {
        latitude: number;
        longitude: number;
      } | null;
      hidden: boolean;
    };
    ProfileCount: {
      all: number;
      hidden: number;
      active: number;
    };
    ProfileList: {
      data: {
        count: components['schemas']['ProfileCount'];
        profiles: components['schemas']['Profile'][];
      };
    };
    ProfileWalk: {
      data: {
        profiles: components['schemas']['Profile'][];
        /** @description `null` at the end of the walk. */
        nextCursor: string | null;
      };
    };
    Session: {
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description To within five minutes.
       */
      lastUsedAt: string;
      browser: string;
      system: string;
      /** @description Whether this call was made with it. */
      current: boolean;
    };
    SessionList: {
      data: {
        sessions: components['schemas']['Session'][];
      };
    };
    SignedIn: {
      data: {
        user: components['schemas']['User'];
        /** @description The auth token, for `Authorization: Bearer`. */
        token: string;
      };
    };
    UpdatedUser: {
      data: {
        user: components['schemas']['User'];
      };
    };
    User: {
      /** Format: uuid */
      id: string;
      email: string;
      username: string | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      walletAddress: string | null;
      farcasterId: string | null;
      coinbaseWallet: string | null;
      worldId: string | null;
    };
  };
  responses: {
    /** @description The request took too long to arrive. */
    RequestTimeout: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'REQUEST_TIMEOUT';
        };
      };
    };
    /** @description The body is larger than any valid one. */
    BodyTooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'BODY_TOO_LARGE';
        };
      };
    };
    /** @description The address is too long. */
    UriTooLong: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'URI_TOO_LONG';
        };
      };
    };
    /** @description The body is not sent as plain JSON. */
    UnsupportedMediaType: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'UNSUPPORTED_MEDIA_TYPE';
        };
      };
    };
    /** @description Too much was asked for by this account or network. Nothing was done. */
    RateLimited: {
      headers: {
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'RATE_LIMITED';
        };
      };
    };
    /** @description The headers are too large. */
    HeadersTooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'HEADERS_TOO_LARGE';
        };
      };
    };
    /** @description Something is wrong with the service. Its log has the error under the `X-Request-Id` of the answer. */
    Internal: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'INTERNAL';
        };
      };
    };
    /** @description The service can’t do it now: its database is away, or too much is asked at once. Whether it was done is not known. */
    Unavailable: {
      headers: {
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'UNAVAILABLE';
        };
      };
    };
    /** @description The code is wrong, used or expired, or short codes are not accepted for this address just now. It is the same for addresses without an account. */
    CodeInvalid: {
      headers: {
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'CODE_INVALID';
        };
      };
    };
    /** @description The code was right, and the account is suspended. `message` says until when, and why. */
    AccountSuspended: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'ACCOUNT_SUSPENDED';
        };
      };
    };
    /** @description No token was sent, or it does not sign anybody in any more. */
    TokenInvalid: {
      headers: {
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'TOKEN_INVALID';
        };
      };
    };
    /** @description There is no such session of that person, or it has ended. */
    SessionNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'SESSION_NOT_FOUND';
        };
      };
    };
    /** @description Somebody has the username, it is reserved, or it rests after it was given up. */
    UsernameTaken: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'USERNAME_TAKEN';
        };
      };
    };
    /** @description The session began more than an hour ago, and this takes a newer one. */
    FreshSignInRequired: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'FRESH_SIGN_IN_REQUIRED';
        };
      };
    };
    /** @description Nobody would be left who could give roles. */
    LastAdmin: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'LAST_ADMIN';
        };
      };
    };
    /** @description The account has as many profiles as one may have. */
    ProfileLimit: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'PROFILE_LIMIT';
        };
      };
    };
    /** @description The `Idempotency-Key` was sent before, with another body. */
    IdempotencyKeyReused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'IDEMPOTENCY_KEY_REUSED';
        };
      };
    };
    /** @description There is no profile of this username, or it is hidden from whoever asks. */
    ProfileNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'PROFILE_NOT_FOUND';
        };
      };
    };
    /** @description The profile is somebody else’s. */
    NotOwner: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'NOT_OWNER';
        };
      };
    };
  };
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
        'application/json': {
          /**
           * Format: email
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
          'application/json': components['schemas']['Nothing'];
        };
      };
      /**
       * @description - `BODY_NOT_OBJECT`: The body is JSON, but not an object.
       *     - `BODY_REQUIRED`: The request has no body, and needs one.
       *     - `BODY_TOO_DEEP`: The body is nested too deeply.
       *     - `INPUT_INVALID`: A value is not valid. `issues` says which, and what it has to be.
       *     - `MALFORMED_JSON`: The body is not valid JSON.
       *     - `MALFORMED_REQUEST`: The request is no valid HTTP or tRPC request.
       *     - `MALFORMED_TEXT`: The body is not valid UTF-8.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason:
              | 'BODY_NOT_OBJECT'
              | 'BODY_REQUIRED'
              | 'BODY_TOO_DEEP'
              | 'INPUT_INVALID'
              | 'MALFORMED_JSON'
              | 'MALFORMED_REQUEST'
              | 'MALFORMED_TEXT';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['BodyTooLarge'];
      414: components['responses']['UriTooLong'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
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
        'application/json': {
          /**
           * Format: email
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
          'application/json': components['schemas']['SignedIn'];
        };
      };
      /**
       * @description - `BODY_NOT_OBJECT`: The body is JSON, but not an object.
       *     - `BODY_REQUIRED`: The request has no body, and needs one.
       *     - `BODY_TOO_DEEP`: The body is nested too deeply.
       *     - `INPUT_INVALID`: A value is not valid. `issues` says which, and what it has to be.
       *     - `MALFORMED_JSON`: The body is not valid JSON.
       *     - `MALFORMED_REQUEST`: The request is no valid HTTP or tRPC request.
       *     - `MALFORMED_TEXT`: The body is not valid UTF-8.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason:
              | 'BODY_NOT_OBJECT'
              | 'BODY_REQUIRED'
              | 'BODY_TOO_DEEP'
              | 'INPUT_INVALID'
              | 'MALFORMED_JSON'
              | 'MALFORMED_REQUEST'
              | 'MALFORMED_TEXT';
          };
        };
      };
      401: components['responses']['CodeInvalid'];
      403: components['responses']['AccountSuspended'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['BodyTooLarge'];
      414: components['responses']['UriTooLong'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
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
          'application/json': components['schemas']['Nothing'];
        };
      };
      /**
       * @description - `BODY_TOO_DEEP`: The body is nested too deeply.
       *     - `MALFORMED_JSON`: The body is not valid JSON.
       *     - `MALFORMED_REQUEST`: The request is no valid HTTP or tRPC request.
       *     - `MALFORMED_TEXT`: The body is not valid UTF-8.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'BODY_TOO_DEEP' | 'MALFORMED_JSON' | 'MALFORMED_REQUEST' | 'MALFORMED_TEXT';
          };
        };
      };
      401: components['responses']['TokenInvalid'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['BodyTooLarge'];
      414: components['responses']['UriTooLong'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  createToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description Who is to verify the token: a name that the setting `AUDIENCES` lists.
           * @example https://forum.example.com
           */
          audience: string;
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
          'application/json': components['schemas']['AudienceToken'];
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
      /** @description There are no tokens for this audience (`AUDIENCE_UNKNOWN`). */
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
          'application/json': components['schemas']['SessionList'];
        };
      };
      401: components['responses']['TokenInvalid'];
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
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
          'application/json': components['schemas']['Nothing'];
        };
      };
      401: components['responses']['TokenInvalid'];
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
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
          'application/json': components['schemas']['Nothing'];
        };
      };
      /**
       * @description - `INPUT_INVALID`: A value is not valid. `issues` says which, and what it has to be.
       *     - `MALFORMED_PATH`: The path is not validly percent-encoded UTF-8.
       *     - `MALFORMED_REQUEST`: The request is no valid HTTP or tRPC request.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'INPUT_INVALID' | 'MALFORMED_PATH' | 'MALFORMED_REQUEST';
          };
        };
      };
      401: components['responses']['TokenInvalid'];
      404: components['responses']['SessionNotFound'];
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
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
          'application/json': components['schemas']['Me'];
        };
      };
      401: components['responses']['TokenInvalid'];
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
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
          'application/json': components['schemas']['Nothing'];
        };
      };
      401: components['responses']['TokenInvalid'];
      403: components['responses']['FreshSignInRequired'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['LastAdmin'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
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
        'application/json': {
          /** @description Unique without case. `null` clears it. One that was held for a week and given up rests for 90 days, for all but you. */
          username?: string | null;
          /** @description Unverified; without invisible characters. `null` or an empty string unlinks it. */
          walletAddress?: string | null;
          /** @description Unverified; without invisible characters. `null` or an empty string unlinks it. */
          farcasterId?: string | null;
          /** @description Unverified; without invisible characters. `null` or an empty string unlinks it. */
          coinbaseWallet?: string | null;
          /** @description Unverified; without invisible characters. `null` or an empty string unlinks it. */
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
          'application/json': components['schemas']['UpdatedUser'];
        };
      };
      /**
       * @description - `BODY_NOT_OBJECT`: The body is JSON, but not an object.
       *     - `BODY_REQUIRED`: The request has no body, and needs one.
       *     - `BODY_TOO_DEEP`: The body is nested too deeply.
       *     - `INPUT_INVALID`: A value is not valid. `issues` says which, and what it has to be.
       *     - `MALFORMED_JSON`: The body is not valid JSON.
       *     - `MALFORMED_REQUEST`: The request is no valid HTTP or tRPC request.
       *     - `MALFORMED_TEXT`: The body is not valid UTF-8.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason:
              | 'BODY_NOT_OBJECT'
              | 'BODY_REQUIRED'
              | 'BODY_TOO_DEEP'
              | 'INPUT_INVALID'
              | 'MALFORMED_JSON'
              | 'MALFORMED_REQUEST'
              | 'MALFORMED_TEXT';
          };
        };
      };
      401: components['responses']['TokenInvalid'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['UsernameTaken'];
      413: components['responses']['BodyTooLarge'];
      414: components['responses']['UriTooLong'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
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
          'application/json': components['schemas']['PersonalData'];
        };
      };
      401: components['responses']['TokenInvalid'];
      403: components['responses']['FreshSignInRequired'];
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
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
      /**
       * @description - `INPUT_INVALID`: A value is not valid. `issues` says which, and what it has to be.
       *     - `MALFORMED_QUERY`: The query is not validly percent-encoded UTF-8.
       *     - `MALFORMED_REQUEST`: The request is no valid HTTP or tRPC request.
       *     - `PARAMETER_REPEATED`: A parameter of the query is given more than once.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason:
              | 'INPUT_INVALID'
              | 'MALFORMED_QUERY'
              | 'MALFORMED_REQUEST'
              | 'PARAMETER_REPEATED';
          };
        };
      };
      401: components['responses']['TokenInvalid'];
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
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
        'application/json': {
          /** @description Unique without case. */
          username: string;
          /** @description Who or what referred you; may be empty. The username of a profile links the two. */
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
          'application/json': components['schemas']['CreatedProfile'];
        };
      };
      /**
       * @description - `BODY_NOT_OBJECT`: The body is JSON, but not an object.
       *     - `BODY_REQUIRED`: The request has no body, and needs one.
       *     - `BODY_TOO_DEEP`: The body is nested too deeply.
       *     - `INPUT_INVALID`: A value is not valid. `issues` says which, and what it has to be.
       *     - `MALFORMED_JSON`: The body is not valid JSON.
       *     - `MALFORMED_REQUEST`: The request is no valid HTTP or tRPC request.
       *     - `MALFORMED_TEXT`: The body is not valid UTF-8.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason:
              | 'BODY_NOT_OBJECT'
              | 'BODY_REQUIRED'
              | 'BODY_TOO_DEEP'
              | 'INPUT_INVALID'
              | 'MALFORMED_JSON'
              | 'MALFORMED_REQUEST'
              | 'MALFORMED_TEXT';
          };
        };
      };
      401: components['responses']['TokenInvalid'];
      403: components['responses']['ProfileLimit'];
      408: components['responses']['RequestTimeout'];
      /**
       * @description - `IDEMPOTENCY_KEY_IN_USE`: The first request with this `Idempotency-Key` still runs.
       *     - `USERNAME_TAKEN`: Somebody has the username, it is reserved, or it rests after it was given up.
       */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'IDEMPOTENCY_KEY_IN_USE' | 'USERNAME_TAKEN';
          };
        };
      };
      413: components['responses']['BodyTooLarge'];
      414: components['responses']['UriTooLong'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
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
          'application/json': components['schemas']['ProfileWalk'];
        };
      };
      /**
       * @description - `INPUT_INVALID`: A value is not valid. `issues` says which, and what it has to be.
       *     - `MALFORMED_QUERY`: The query is not validly percent-encoded UTF-8.
       *     - `MALFORMED_REQUEST`: The request is no valid HTTP or tRPC request.
       *     - `PARAMETER_REPEATED`: A parameter of the query is given more than once.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason:
              | 'INPUT_INVALID'
              | 'MALFORMED_QUERY'
              | 'MALFORMED_REQUEST'
              | 'PARAMETER_REPEATED';
          };
        };
      };
      401: components['responses']['TokenInvalid'];
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
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
          'application/json': components['schemas']['MyProfiles'];
        };
      };
      /**
       * @description - `INPUT_INVALID`: A value is not valid. `issues` says which, and what it has to be.
       *     - `MALFORMED_QUERY`: The query is not validly percent-encoded UTF-8.
       *     - `MALFORMED_REQUEST`: The request is no valid HTTP or tRPC request.
       *     - `PARAMETER_REPEATED`: A parameter of the query is given more than once.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason:
              | 'INPUT_INVALID'
              | 'MALFORMED_QUERY'
              | 'MALFORMED_REQUEST'
              | 'PARAMETER_REPEATED';
          };
        };
      };
      401: components['responses']['TokenInvalid'];
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
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
          'application/json': components['schemas']['OneProfile'];
        };
      };
      /**
       * @description - `INPUT_INVALID`: A value is not valid. `issues` says which, and what it has to be.
       *     - `MALFORMED_PATH`: The path is not validly percent-encoded UTF-8.
       *     - `MALFORMED_REQUEST`: The request is no valid HTTP or tRPC request.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'INPUT_INVALID' | 'MALFORMED_PATH' | 'MALFORMED_REQUEST';
          };
        };
      };
      401: components['responses']['TokenInvalid'];
      404: components['responses']['ProfileNotFound'];
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
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
          'application/json': components['schemas']['Nothing'];
        };
      };
      /**
       * @description - `INPUT_INVALID`: A value is not valid. `issues` says which, and what it has to be.
       *     - `MALFORMED_PATH`: The path is not validly percent-encoded UTF-8.
       *     - `MALFORMED_REQUEST`: The request is no valid HTTP or tRPC request.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'INPUT_INVALID' | 'MALFORMED_PATH' | 'MALFORMED_REQUEST';
          };
        };
      };
      401: components['responses']['TokenInvalid'];
      /**
       * @description - `FRESH_SIGN_IN_REQUIRED`: The session began more than an hour ago, and this takes a newer one.
       *     - `NOT_OWNER`: The profile is somebody else’s.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'FRESH_SIGN_IN_REQUIRED' | 'NOT_OWNER';
          };
        };
      };
      404: components['responses']['ProfileNotFound'];
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
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
        'application/json': {
          /** @description Links that are left out stay as they are. */
          socials?: {
            /** @description An http or https link, without invisible characters. `null` or an empty string removes it. */
            x?: string | null;
            /** @description An http or https link, without invisible characters. `null` or an empty string removes it. */
            telegram?: string | null;
            /** @description An http or https link, without invisible characters. `null` or an empty string removes it. */
            website?: string | null;
            /** @description An http or https link, without invisible characters. `null` or an empty string removes it. */
            discord?: string | null;
          };
          /** @description Left out it stays; `null` or an empty string clears it. */
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
          'application/json': components['schemas']['OneProfile'];
        };
      };
      /**
       * @description - `BODY_NOT_OBJECT`: The body is JSON, but not an object.
       *     - `BODY_REQUIRED`: The request has no body, and needs one.
       *     - `BODY_TOO_DEEP`: The body is nested too deeply.
       *     - `INPUT_INVALID`: A value is not valid. `issues` says which, and what it has to be.
       *     - `MALFORMED_JSON`: The body is not valid JSON.
       *     - `MALFORMED_PATH`: The path is not validly percent-encoded UTF-8.
       *     - `MALFORMED_REQUEST`: The request is no valid HTTP or tRPC request.
       *     - `MALFORMED_TEXT`: The body is not valid UTF-8.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason:
              | 'BODY_NOT_OBJECT'
              | 'BODY_REQUIRED'
              | 'BODY_TOO_DEEP'
              | 'INPUT_INVALID'
              | 'MALFORMED_JSON'
              | 'MALFORMED_PATH'
              | 'MALFORMED_REQUEST'
              | 'MALFORMED_TEXT';
          };
        };
      };
      401: components['responses']['TokenInvalid'];
      403: components['responses']['NotOwner'];
      404: components['responses']['ProfileNotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['BodyTooLarge'];
      414: components['responses']['UriTooLong'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
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
        'application/json': {
          /** @description `null` clears it. */
          location: {
            latitude: number;
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
          'application/json': components['schemas']['OneProfile'];
        };
      };
      /**
       * @description - `BODY_NOT_OBJECT`: The body is JSON, but not an object.
       *     - `BODY_REQUIRED`: The request has no body, and needs one.
       *     - `BODY_TOO_DEEP`: The body is nested too deeply.
       *     - `INPUT_INVALID`: A value is not valid. `issues` says which, and what it has to be.
       *     - `MALFORMED_JSON`: The body is not valid JSON.
       *     - `MALFORMED_PATH`: The path is not validly percent-encoded UTF-8.
       *     - `MALFORMED_REQUEST`: The request is no valid HTTP or tRPC request.
       *     - `MALFORMED_TEXT`: The body is not valid UTF-8.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason:
              | 'BODY_NOT_OBJECT'
              | 'BODY_REQUIRED'
              | 'BODY_TOO_DEEP'
              | 'INPUT_INVALID'
              | 'MALFORMED_JSON'
              | 'MALFORMED_PATH'
              | 'MALFORMED_REQUEST'
              | 'MALFORMED_TEXT';
          };
        };
      };
      401: components['responses']['TokenInvalid'];
      403: components['responses']['NotOwner'];
      404: components['responses']['ProfileNotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['BodyTooLarge'];
      414: components['responses']['UriTooLong'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
}
