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
  '/users/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a user with a service key
     * @description For programs that have to know at once whether somebody is suspended, erased or has lost a role. It takes a service key with the scope `users:read`, and gives neither the address nor linked identities.
     */
    get: operations['getUser'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
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
  '/moderation/profiles/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Find profiles
     * @description For moderators and admins, and for service keys with the scope `moderation`.
     */
    get: operations['moderationProfilesSearch'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/profiles/countMatching': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count the profiles that a search finds
     * @description For moderators and admins, and for service keys with the scope `moderation`.
     */
    get: operations['moderationProfilesCountMatching'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/profiles/updates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count what has changed since a search was read
     * @description For moderators and admins, and for service keys with the scope `moderation`.
     */
    get: operations['moderationProfilesUpdates'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/profiles/inspect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a profile, its owner and their others
     * @description For moderators and admins, and for service keys with the scope `moderation`.
     */
    get: operations['moderationProfilesInspect'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/profiles/hide': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Hide a profile
     * @description For moderators and admins, and for service keys with the scope `moderation`.
     */
    post: operations['moderationProfilesHide'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/profiles/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Show a hidden profile again
     * @description For moderators and admins, and for service keys with the scope `moderation`.
     */
    post: operations['moderationProfilesRestore'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/profiles/hideMany': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Hide up to 100 profiles that are as they were seen
     * @description For moderators and admins, and for service keys with the scope `moderation`.
     */
    post: operations['moderationProfilesHideMany'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/profiles/hideAllOf': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Hide all profiles of an owner
     * @description For moderators and admins, and for service keys with the scope `moderation`.
     */
    post: operations['moderationProfilesHideAllOf'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/profiles/restoreMany': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Show up to 100 hidden profiles again that are as they were seen
     * @description For moderators and admins, and for service keys with the scope `moderation`.
     */
    post: operations['moderationProfilesRestoreMany'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/users/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Find users
     * @description For admins.
     */
    get: operations['moderationUsersSearch'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/users/inspect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a user, their sessions, mails and profiles
     * @description For admins.
     */
    get: operations['moderationUsersInspect'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/users/changeRole': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give a role
     * @description For admins.
     */
    post: operations['moderationUsersChangeRole'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/users/suspend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Suspend a user and end their sessions
     * @description For admins, and for service keys with the scope `users:write`.
     */
    post: operations['moderationUsersSuspend'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/users/unsuspend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End a suspension
     * @description For admins, and for service keys with the scope `users:write`.
     */
    post: operations['moderationUsersUnsuspend'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/users/endSession': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End one session of a user
     * @description For admins.
     */
    post: operations['moderationUsersEndSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/users/endSessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End all sessions of a user
     * @description For admins, and for service keys with the scope `users:write`.
     */
    post: operations['moderationUsersEndSessions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/users/erase': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Erase a user for good
     * @description For admins who have signed in within the last hour.
     */
    post: operations['moderationUsersErase'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/users/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Read all that is held of a user, which is recorded
     * @description For admins who have signed in within the last hour.
     */
    post: operations['moderationUsersExport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/mail/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List mails and what became of them
     * @description For admins.
     */
    get: operations['moderationMailDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/mail/inspect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read whether mail to an address is delivered
     * @description For admins.
     */
    get: operations['moderationMailInspect'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/mail/clearSuppression': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Have the provider deliver to an address again
     * @description For admins.
     */
    post: operations['moderationMailClearSuppression'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/keys/list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List service keys
     * @description For admins.
     */
    get: operations['moderationKeysList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/keys/create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a service key
     * @description For admins who have signed in within the last hour.
     */
    post: operations['moderationKeysCreate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/keys/end': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End a service key
     * @description For admins.
     */
    post: operations['moderationKeysEnd'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/overview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what needs a look now
     * @description For moderators and admins, and for service keys with the scope `moderation`.
     */
    get: operations['moderationOverview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/undo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Undo an action, or one event of it
     * @description For moderators and admins, and for service keys with the scope `moderation`.
     */
    post: operations['moderationUndo'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/audit/list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what was done, event by event
     * @description For moderators and admins, and for service keys with the scope `moderation`.
     */
    get: operations['moderationAuditList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/audit/listActions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what was done, action by action
     * @description For moderators and admins, and for service keys with the scope `moderation`.
     */
    get: operations['moderationAuditListActions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/audit/exportCsv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what was done as CSV
     * @description For moderators and admins.
     */
    get: operations['moderationAuditExportCsv'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/changes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what has happened to users and profiles
     * @description For programs that keep up with them, by a service key with the scope `changes:read`. Every change comes exactly once to whoever follows `nextCursor`, and those of one user or profile in the order in which they were made. Changes are kept for 30 days.
     */
    get: operations['listChanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
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
        | 'CURSOR_EXPIRED'
        | 'FRESH_SIGN_IN_REQUIRED'
        | 'HEADERS_TOO_LARGE'
        | 'IDEMPOTENCY_KEY_IN_USE'
        | 'IDEMPOTENCY_KEY_REUSED'
        | 'INPUT_INVALID'
        | 'INTERNAL'
        | 'KEY_NOT_FOUND'
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
        | 'SCOPE_MISSING'
        | 'SESSION_NOT_FOUND'
        | 'TOKEN_INVALID'
        | 'UNAVAILABLE'
        | 'UNSUPPORTED_MEDIA_TYPE'
        | 'URI_TOO_LONG'
        | 'USERNAME_TAKEN'
        | 'USER_NOT_FOUND'
        | 'WEBHOOK_LIMIT'
        | 'WEBHOOK_NOT_FOUND';
      /** @description The values that were refused. */
      issues?: {
        /** @description Where the value lies in the input. */
        path: (string | number)[];
        /** @description What to do about it. */
        message: string;
      }[];
    };
    ActionResults: {
      data: {
        action: string | null;
        results: (
          | {
              /** Format: uuid */
              id: string;
              label: string | null;
              /** @constant */
              outcome: 'done';
            }
          | {
              /** Format: uuid */
              id: string;
              label: string | null;
              /** @constant */
              outcome: 'rejected';
              error: {
                /** @enum {string} */
                reason:
                  | 'CHANGED'
                  | 'ALREADY'
                  | 'GONE'
                  | 'TOUCHED'
                  | 'UNDONE'
                  | 'NOT_UNDOABLE'
                  | 'LAST_ADMIN'
                  | 'CONFIGURED_ADMIN';
                message: string;
              };
            }
        )[];
      };
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
    AuditAction: {
      /** Format: uuid */
      id: string;
      events: number;
      undone: number;
      undoable: number;
      first: components['schemas']['AuditEvent'];
    };
    AuditEvent: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      action: string;
      actionEvents: number;
      /** Format: date-time */
      at: string;
      /** @enum {string} */
      type:
        | 'profile.hidden'
        | 'profile.restored'
        | 'user.suspended'
        | 'user.unsuspended'
        | 'user.role_changed'
        | 'user.erased'
        | 'user.exported'
        | 'session.revoked'
        | 'address.cleared'
        | 'user.test_signed_in'
        | 'mail.retried'
        | 'key.created'
        | 'key.ended'
        | 'webhook.created'
        | 'webhook.changed'
        | 'webhook.ended'
        | 'webhook.tested'
        | 'webhook.resent';
      /** @enum {string} */
      actorKind: 'user' | 'key' | 'operator' | 'system';
      actor: {
        /** Format: uuid */
        id: string;
        email: string;
      } | null;
      actorKey: string | null;
      subject:
        | {
            /** @constant */
            kind: 'profile';
            /** Format: uuid */
            id: string;
            username: string;
          }
        | {
            /** @constant */
            kind: 'user';
            id: string | null;
            email: string | null;
          };
      reason:
        | ('spam' | 'impersonation' | 'harassment' | 'illegal_content' | 'personal_data' | 'other')
        | null;
      note: string | null;
      privateNote: string | null;
      before: {
        [key: string]: unknown[] | boolean | null | number | Record<string, never> | string;
      };
      after: {
        [key: string]: unknown[] | boolean | null | number | Record<string, never> | string;
      };
      undoes: string | null;
      undoneBy: string | null;
      canUndo: boolean;
      from: {
        ip: string;
        browser: string;
        system: string;
      };
    };
    Change: {
      /** @enum {string} */
      kind:
        | 'user.created'
        | 'user.updated'
        | 'user.erased'
        | 'profile.created'
        | 'profile.updated'
        | 'profile.hidden'
        | 'profile.restored'
        | 'profile.deleted';
      /**
       * Format: uuid
       * @description Of the user or the profile, which keeps it for good.
       */
      id: string;
      /** @description That the user or the profile has since then. It only rises: drop what is older. */
      revision: number;
      /**
       * Format: date-time
       * @description When it was changed.
       */
      at: string;
      /** @description The user as they are now; `null` where they were erased, or it is a profile. */
      user: {
        username: string | null;
      } | null;
      /** @description The profile as it is now; `null` where it is hidden or was deleted, or it is a user. */
      profile: components['schemas']['Profile'] | null;
    };
    ChangeList: {
      data: {
        changes: components['schemas']['Change'][];
        /** @description Where to go on, at once or later. It is always given, and stays good for 30 days. */
        nextCursor: string;
      };
    };
    CreatedProfile: {
      /**
       * @description For people to read.
       * @example The profile was created.
       */
      message: string;
      profile: components['schemas']['Profile'];
    };
    Delivery: {
      /** Format: uuid */
      id: string;
      address: string;
      /** @enum {string} */
      state: 'queued' | 'sent' | 'refused' | 'expired';
      outcome: string | null;
      event: ('bounced' | 'complained' | 'suppressed' | 'reactivated') | null;
      eventAt: string | null;
      attempts: number;
      nextAttemptAt: string | null;
      /** Format: date-time */
      requestedAt: string;
      sentAt: string | null;
      messageId: string | null;
      isInMailbox: boolean;
    };
    KnownUser: {
      data: {
        user: {
          /**
           * Format: uuid
           * @description The user’s id, which never changes.
           */
          id: string;
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
          /** @enum {string} */
          role: 'user' | 'moderator' | 'admin';
          isSuspended: boolean;
        };
      };
    };
    ManagedUser: {
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
      /** @enum {string} */
      role: 'user' | 'moderator' | 'admin';
      isConfiguredAdmin: boolean;
      canBeActedOn: boolean;
      suspension: {
        /** Format: date-time */
        since: string;
        until: string | null;
        reason:
          | (
              | 'spam'
              | 'impersonation'
              | 'harassment'
              | 'illegal_content'
              | 'personal_data'
              | 'other'
            )
          | null;
        note: string | null;
      } | null;
      profileCount: number;
      duplicateIdentities: ('walletAddress' | 'farcasterId' | 'coinbaseWallet' | 'worldId')[];
      lastSeenAt: string | null;
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
    ModeratedProfile: {
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
      /** Format: uuid */
      id: string;
      referral: string;
      referrer: string | null;
      owner: {
        /** Format: uuid */
        id: string;
        email: string;
        username: string | null;
        isSuspended: boolean;
      };
      duplicateIdentities: ('walletAddress' | 'farcasterId' | 'coinbaseWallet' | 'worldId')[];
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      revision: number;
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
    ServiceKey: {
      /** Format: uuid */
      id: string;
      name: string;
      scopes: ('profiles:read' | 'users:read' | 'users:write' | 'moderation' | 'changes:read')[];
      /** @enum {string} */
      state: 'serving' | 'refused' | 'expired' | 'ended';
      /** @enum {string} */
      makerKind: 'user' | 'operator';
      maker: {
        /** Format: uuid */
        id: string;
        email: string;
      } | null;
      /** Format: date-time */
      createdAt: string;
      lastUsedAt: string | null;
      /** Format: date-time */
      endsAt: string;
      endedAt: string | null;
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
    /** @description It takes a service key with a scope that this one does not have, or no service key may do it. */
    ScopeMissing: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'SCOPE_MISSING';
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
    /** @description There is no such user, or no longer. */
    UserNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'USER_NOT_FOUND';
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
    /** @description Somebody else changed the row since it was read. `message` says what they did. */
    ChangedMeanwhile: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'CHANGED_MEANWHILE';
        };
      };
    };
    /** @description There is no such service key, or it has ended. */
    KeyNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'KEY_NOT_FOUND';
        };
      };
    };
    /** @description There is no moderation action of that id that whoever asks could undo. */
    ActionNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'ACTION_NOT_FOUND';
        };
      };
    };
    /** @description Changes after the cursor are kept no longer, or the cursor is of before the database was restored or moved. */
    CursorExpired: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'CURSOR_EXPIRED';
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
          /**
           * @example {
           *       "data": null
           *     }
           */
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
      403: components['responses']['ScopeMissing'];
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
        /**
         * @example {
         *       "audience": "https://forum.example.com"
         *     }
         */
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
      /**
       * @description - `AUDIENCE_UNKNOWN`: `AUDIENCES` does not list this audience.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'AUDIENCE_UNKNOWN' | 'SCOPE_MISSING';
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
      401: components['responses']['TokenInvalid'];
      403: components['responses']['ScopeMissing'];
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
          /**
           * @example {
           *       "data": null
           *     }
           */
          'application/json': components['schemas']['Nothing'];
        };
      };
      401: components['responses']['TokenInvalid'];
      403: components['responses']['ScopeMissing'];
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
          /**
           * @example {
           *       "data": null
           *     }
           */
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
      403: components['responses']['ScopeMissing'];
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
      401: components['responses']['TokenInvalid'];
      403: components['responses']['ScopeMissing'];
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
          /**
           * @example {
           *       "data": null
           *     }
           */
          'application/json': components['schemas']['Nothing'];
        };
      };
      401: components['responses']['TokenInvalid'];
      /**
       * @description - `FRESH_SIGN_IN_REQUIRED`: The session began more than an hour ago, and this takes a newer one.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'FRESH_SIGN_IN_REQUIRED' | 'SCOPE_MISSING';
          };
        };
      };
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
      403: components['responses']['ScopeMissing'];
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
  getUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
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
           *       "data": {
           *         "user": {
           *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *           "username": "ann",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "updatedAt": "2026-01-31T12:00:00.000Z",
           *           "role": "user",
           *           "isSuspended": false
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['KnownUser'];
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
      403: components['responses']['ScopeMissing'];
      404: components['responses']['UserNotFound'];
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
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
      401: components['responses']['TokenInvalid'];
      /**
       * @description - `FRESH_SIGN_IN_REQUIRED`: The session began more than an hour ago, and this takes a newer one.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'FRESH_SIGN_IN_REQUIRED' | 'SCOPE_MISSING';
          };
        };
      };
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
      403: components['responses']['ScopeMissing'];
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
      /**
       * @description - `PROFILE_LIMIT`: The account has as many profiles as one may have.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'PROFILE_LIMIT' | 'SCOPE_MISSING';
          };
        };
      };
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
      403: components['responses']['ScopeMissing'];
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
      403: components['responses']['ScopeMissing'];
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
      403: components['responses']['ScopeMissing'];
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
          /**
           * @example {
           *       "data": null
           *     }
           */
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
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'FRESH_SIGN_IN_REQUIRED' | 'NOT_OWNER' | 'SCOPE_MISSING';
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
      /**
       * @description - `NOT_OWNER`: The profile is somebody else’s.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'NOT_OWNER' | 'SCOPE_MISSING';
          };
        };
      };
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
      /**
       * @description - `NOT_OWNER`: The profile is somebody else’s.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'NOT_OWNER' | 'SCOPE_MISSING';
          };
        };
      };
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
  moderationProfilesSearch: {
    parameters: {
      query?: {
        text?: string;
        state?: 'active' | 'hidden';
        located?: boolean;
        createdFrom?: string;
        createdBefore?: string;
        referredBy?: string;
        duplicateIdentities?: boolean;
        sort?: 'newest' | 'oldest' | 'changed' | 'username';
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
          'application/json': {
            data: {
              profiles: components['schemas']['ModeratedProfile'][];
              nextCursor: string | null;
              asOf: string;
            };
          };
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
      /**
       * @description - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  moderationProfilesCountMatching: {
    parameters: {
      query?: {
        text?: string;
        state?: 'active' | 'hidden';
        located?: boolean;
        createdFrom?: string;
        createdBefore?: string;
        referredBy?: string;
        duplicateIdentities?: boolean;
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
          'application/json': {
            data: {
              all: {
                count: number;
                isMore: boolean;
              };
              active: {
                count: number;
                isMore: boolean;
              };
              hidden: {
                count: number;
                isMore: boolean;
              };
            };
          };
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
      /**
       * @description - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  moderationProfilesUpdates: {
    parameters: {
      query: {
        text?: string;
        state?: 'active' | 'hidden';
        located?: boolean;
        createdFrom?: string;
        createdBefore?: string;
        referredBy?: string;
        duplicateIdentities?: boolean;
        asOf: string;
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
          'application/json': {
            data: {
              created: number;
              changed: number;
            };
          };
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
      /**
       * @description - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  moderationProfilesInspect: {
    parameters: {
      query: {
        /** @description The username of the profile. */
        username: string;
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
          'application/json': {
            data: {
              profile: components['schemas']['ModeratedProfile'];
              siblings: {
                username: string;
                hidden: boolean;
                /** Format: date-time */
                createdAt: string;
              }[];
              siblingCount: number;
              referredCount: number;
            };
          };
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
      /**
       * @description - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'ROLE_MISSING' | 'SCOPE_MISSING';
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
  moderationProfilesHide: {
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
         *       "reason": "spam"
         *     }
         */
        'application/json': {
          /**
           * @description The username of the profile.
           * @example ann
           */
          username: string;
          /**
           * @default other
           * @enum {string}
           */
          reason?:
            | 'spam'
            | 'impersonation'
            | 'harassment'
            | 'illegal_content'
            | 'personal_data'
            | 'other';
          note?: string | null;
          privateNote?: string | null;
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
      /**
       * @description - `CONFIGURED_ADMIN`: `ADMIN_EMAILS` lists the person’s address, and not that of whoever acts.
       *     - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'CONFIGURED_ADMIN' | 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
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
  moderationProfilesRestore: {
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
         *       "username": "ann"
         *     }
         */
        'application/json': {
          /**
           * @description The username of the profile.
           * @example ann
           */
          username: string;
          note?: string | null;
          privateNote?: string | null;
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
      /**
       * @description - `CONFIGURED_ADMIN`: `ADMIN_EMAILS` lists the person’s address, and not that of whoever acts.
       *     - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'CONFIGURED_ADMIN' | 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
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
  moderationProfilesHideMany: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          profiles: {
            /** Format: uuid */
            id: string;
            revision: number;
          }[];
          /** @enum {string} */
          reason:
            | 'spam'
            | 'impersonation'
            | 'harassment'
            | 'illegal_content'
            | 'personal_data'
            | 'other';
          note?: string | null;
          privateNote?: string | null;
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
          'application/json': components['schemas']['ActionResults'];
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
      /**
       * @description - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'ROLE_MISSING' | 'SCOPE_MISSING';
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
  moderationProfilesHideAllOf: {
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
         *       "ownerId": "019c13d2-7c00-7000-8000-0242ac120002",
         *       "reason": "spam"
         *     }
         */
        'application/json': {
          /** Format: uuid */
          ownerId: string;
          /** @enum {string} */
          reason:
            | 'spam'
            | 'impersonation'
            | 'harassment'
            | 'illegal_content'
            | 'personal_data'
            | 'other';
          note?: string | null;
          privateNote?: string | null;
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
          'application/json': {
            data: {
              action: string | null;
              hidden: number;
            };
          };
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
      /**
       * @description - `CONFIGURED_ADMIN`: `ADMIN_EMAILS` lists the person’s address, and not that of whoever acts.
       *     - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'CONFIGURED_ADMIN' | 'ROLE_MISSING' | 'SCOPE_MISSING';
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
  moderationProfilesRestoreMany: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          profiles: {
            /** Format: uuid */
            id: string;
            revision: number;
          }[];
          note?: string | null;
          privateNote?: string | null;
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
          'application/json': components['schemas']['ActionResults'];
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
      /**
       * @description - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'ROLE_MISSING' | 'SCOPE_MISSING';
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
  moderationUsersSearch: {
    parameters: {
      query?: {
        text?: string;
        role?: 'user' | 'moderator' | 'admin';
        state?: 'active' | 'suspended';
        duplicateIdentities?: boolean;
        sort?: 'newest' | 'oldest';
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
          'application/json': {
            data: {
              users: components['schemas']['ManagedUser'][];
              nextCursor: string | null;
            };
          };
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
      /**
       * @description - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  moderationUsersInspect: {
    parameters: {
      query: {
        id: string;
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
          'application/json': {
            data: {
              user: components['schemas']['ManagedUser'];
              sessions: {
                /** Format: uuid */
                id: string;
                browser: string;
                system: string;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                lastUsedAt: string;
                /** Format: date-time */
                endsAt: string;
              }[];
              deliveries: components['schemas']['Delivery'][];
              isSuppressed: boolean;
              profiles: {
                username: string;
                hidden: boolean;
                /** Format: date-time */
                createdAt: string;
              }[];
              activeProfileCount: number;
            };
          };
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
      /**
       * @description - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      404: components['responses']['UserNotFound'];
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  moderationUsersChangeRole: {
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
         *       "id": "019c13d2-7c00-7000-8000-0242ac120002",
         *       "from": "user",
         *       "to": "user"
         *     }
         */
        'application/json': {
          /** Format: uuid */
          id: string;
          /** @enum {string} */
          from: 'user' | 'moderator' | 'admin';
          /** @enum {string} */
          to: 'user' | 'moderator' | 'admin';
          note?: string | null;
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
          'application/json': {
            data: {
              /** Format: uuid */
              action: string;
              user: components['schemas']['ManagedUser'];
            };
          };
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
      /**
       * @description - `CONFIGURED_ADMIN`: `ADMIN_EMAILS` lists the person’s address, and not that of whoever acts.
       *     - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'CONFIGURED_ADMIN' | 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      404: components['responses']['UserNotFound'];
      408: components['responses']['RequestTimeout'];
      /**
       * @description - `CHANGED_MEANWHILE`: Somebody else changed the row since it was read. `message` says what they did.
       *     - `LAST_ADMIN`: Nobody would be left who could give roles.
       */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'CHANGED_MEANWHILE' | 'LAST_ADMIN';
          };
        };
      };
      413: components['responses']['BodyTooLarge'];
      414: components['responses']['UriTooLong'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  moderationUsersSuspend: {
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
         *       "id": "019c13d2-7c00-7000-8000-0242ac120002",
         *       "reason": "spam",
         *       "until": "2026-01-31T12:00:00.000Z"
         *     }
         */
        'application/json': {
          /** Format: uuid */
          id: string;
          /** @enum {string} */
          reason:
            | 'spam'
            | 'impersonation'
            | 'harassment'
            | 'illegal_content'
            | 'personal_data'
            | 'other';
          note?: string | null;
          privateNote?: string | null;
          days?: number;
          /** Format: date-time */
          until?: string;
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
          'application/json': {
            data: {
              /** Format: uuid */
              action: string;
              user: components['schemas']['ManagedUser'];
            };
          };
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
      /**
       * @description - `CONFIGURED_ADMIN`: `ADMIN_EMAILS` lists the person’s address, and not that of whoever acts.
       *     - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'CONFIGURED_ADMIN' | 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      404: components['responses']['UserNotFound'];
      408: components['responses']['RequestTimeout'];
      /**
       * @description - `CHANGED_MEANWHILE`: Somebody else changed the row since it was read. `message` says what they did.
       *     - `LAST_ADMIN`: Nobody would be left who could give roles.
       */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'CHANGED_MEANWHILE' | 'LAST_ADMIN';
          };
        };
      };
      413: components['responses']['BodyTooLarge'];
      414: components['responses']['UriTooLong'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  moderationUsersUnsuspend: {
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
         *       "id": "019c13d2-7c00-7000-8000-0242ac120002"
         *     }
         */
        'application/json': {
          /** Format: uuid */
          id: string;
          note?: string | null;
          privateNote?: string | null;
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
          'application/json': {
            data: {
              /** Format: uuid */
              action: string;
              user: components['schemas']['ManagedUser'];
            };
          };
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
      /**
       * @description - `CONFIGURED_ADMIN`: `ADMIN_EMAILS` lists the person’s address, and not that of whoever acts.
       *     - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'CONFIGURED_ADMIN' | 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      404: components['responses']['UserNotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['ChangedMeanwhile'];
      413: components['responses']['BodyTooLarge'];
      414: components['responses']['UriTooLong'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  moderationUsersEndSession: {
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
         *       "id": "019c13d2-7c00-7000-8000-0242ac120002",
         *       "session": "019c13d2-7c00-7000-8000-0242ac120002"
         *     }
         */
        'application/json': {
          /** Format: uuid */
          id: string;
          /** Format: uuid */
          session: string;
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
          'application/json': {
            data: {
              /** Format: uuid */
              action: string;
              user: components['schemas']['ManagedUser'];
            };
          };
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
      /**
       * @description - `CONFIGURED_ADMIN`: `ADMIN_EMAILS` lists the person’s address, and not that of whoever acts.
       *     - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'CONFIGURED_ADMIN' | 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      /**
       * @description - `SESSION_NOT_FOUND`: There is no such session of that person, or it has ended.
       *     - `USER_NOT_FOUND`: There is no such user, or no longer.
       */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'SESSION_NOT_FOUND' | 'USER_NOT_FOUND';
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
  moderationUsersEndSessions: {
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
         *       "id": "019c13d2-7c00-7000-8000-0242ac120002"
         *     }
         */
        'application/json': {
          /** Format: uuid */
          id: string;
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
          'application/json': {
            data: {
              action: string | null;
              user: components['schemas']['ManagedUser'];
            };
          };
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
      /**
       * @description - `CONFIGURED_ADMIN`: `ADMIN_EMAILS` lists the person’s address, and not that of whoever acts.
       *     - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'CONFIGURED_ADMIN' | 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      404: components['responses']['UserNotFound'];
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
  moderationUsersErase: {
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
         *       "id": "019c13d2-7c00-7000-8000-0242ac120002",
         *       "reason": "spam"
         *     }
         */
        'application/json': {
          /** Format: uuid */
          id: string;
          /** @enum {string} */
          reason:
            | 'spam'
            | 'impersonation'
            | 'harassment'
            | 'illegal_content'
            | 'personal_data'
            | 'other';
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
           *         "action": "019c13d2-7c00-7000-8000-0242ac120002"
           *       }
           *     }
           */
          'application/json': {
            data: {
              action: string | null;
            };
          };
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
      /**
       * @description - `CONFIGURED_ADMIN`: `ADMIN_EMAILS` lists the person’s address, and not that of whoever acts.
       *     - `FRESH_SIGN_IN_REQUIRED`: The session began more than an hour ago, and this takes a newer one.
       *     - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason:
              | 'CONFIGURED_ADMIN'
              | 'FRESH_SIGN_IN_REQUIRED'
              | 'ROLE_MISSING'
              | 'SCOPE_MISSING';
          };
        };
      };
      404: components['responses']['UserNotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['LastAdmin'];
      413: components['responses']['BodyTooLarge'];
      414: components['responses']['UriTooLong'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  moderationUsersExport: {
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
         *       "id": "019c13d2-7c00-7000-8000-0242ac120002"
         *     }
         */
        'application/json': {
          /** Format: uuid */
          id: string;
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
      /**
       * @description - `CONFIGURED_ADMIN`: `ADMIN_EMAILS` lists the person’s address, and not that of whoever acts.
       *     - `FRESH_SIGN_IN_REQUIRED`: The session began more than an hour ago, and this takes a newer one.
       *     - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason:
              | 'CONFIGURED_ADMIN'
              | 'FRESH_SIGN_IN_REQUIRED'
              | 'ROLE_MISSING'
              | 'SCOPE_MISSING';
          };
        };
      };
      404: components['responses']['UserNotFound'];
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
  moderationMailDeliveries: {
    parameters: {
      query?: {
        address?: string;
        state?: 'waiting' | 'failed';
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
          'application/json': {
            data: {
              deliveries: components['schemas']['Delivery'][];
              nextCursor: string | null;
            };
          };
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
      /**
       * @description - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  moderationMailInspect: {
    parameters: {
      query: {
        address: string;
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
          'application/json': {
            data: {
              isSuppressed: boolean;
              user: {
                /** Format: uuid */
                id: string;
                email: string;
              } | null;
            };
          };
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
      /**
       * @description - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  moderationMailClearSuppression: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          address: string;
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
      /**
       * @description - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'ROLE_MISSING' | 'SCOPE_MISSING';
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
      /**
       * @description - `MAIL_PROVIDER_REFUSED`: The mail provider did not do what an admin asked of it. `message` says why.
       *     - `UNAVAILABLE`: The service can’t do it now: its database is away, or too much is asked at once. Whether it was done is not known.
       */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'MAIL_PROVIDER_REFUSED' | 'UNAVAILABLE';
          };
        };
      };
    };
  };
  moderationKeysList: {
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
          'application/json': {
            data: {
              keys: components['schemas']['ServiceKey'][];
            };
          };
        };
      };
      401: components['responses']['TokenInvalid'];
      /**
       * @description - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  moderationKeysCreate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description What the history calls it. */
          name: string;
          scopes: (
            | 'profiles:read'
            | 'users:read'
            | 'users:write'
            | 'moderation'
            | 'changes:read'
          )[];
          /**
           * @description So many times 24 hours from now it ends.
           * @default 90
           */
          days?: number;
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
          'application/json': {
            data: {
              key: components['schemas']['ServiceKey'];
              /** @description For `Authorization: Bearer`. It is shown this once: only its hash is kept. */
              token: string;
            };
          };
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
      /**
       * @description - `FRESH_SIGN_IN_REQUIRED`: The session began more than an hour ago, and this takes a newer one.
       *     - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'FRESH_SIGN_IN_REQUIRED' | 'ROLE_MISSING' | 'SCOPE_MISSING';
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
  moderationKeysEnd: {
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
         *       "id": "019c13d2-7c00-7000-8000-0242ac120002"
         *     }
         */
        'application/json': {
          /** Format: uuid */
          id: string;
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
          'application/json': {
            data: {
              key: components['schemas']['ServiceKey'];
            };
          };
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
      /**
       * @description - `CONFIGURED_ADMIN`: `ADMIN_EMAILS` lists the person’s address, and not that of whoever acts.
       *     - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'CONFIGURED_ADMIN' | 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      404: components['responses']['KeyNotFound'];
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
  moderationOverview: {
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
          'application/json': {
            data: {
              counts: {
                profiles: components['schemas']['ProfileCount'];
                users: number | null;
                suspended: number | null;
              };
              newest: components['schemas']['ModeratedProfile'][];
              changed: components['schemas']['ModeratedProfile'][];
              duplicateIdentities: {
                /** @enum {string} */
                identity: 'walletAddress' | 'farcasterId' | 'coinbaseWallet' | 'worldId';
                value: string;
                users: number;
              }[];
              failedMail: components['schemas']['Delivery'][] | null;
              days: {
                /** Format: date */
                day: string;
                profiles: number;
                users: number;
                hidden: number;
                restored: number;
              }[];
            };
          };
        };
      };
      401: components['responses']['TokenInvalid'];
      /**
       * @description - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  moderationUndo: {
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
         *       "action": "019c13d2-7c00-7000-8000-0242ac120002",
         *       "event": "019c13d2-7c00-7000-8000-0242ac120002"
         *     }
         */
        'application/json': {
          /** Format: uuid */
          action?: string;
          /** Format: uuid */
          event?: string;
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
          'application/json': components['schemas']['ActionResults'];
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
      /**
       * @description - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      404: components['responses']['ActionNotFound'];
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
  moderationAuditList: {
    parameters: {
      query?: {
        profileId?: string;
        userId?: string;
        action?: string;
        type?:
          | 'profile.hidden'
          | 'profile.restored'
          | 'user.suspended'
          | 'user.unsuspended'
          | 'user.role_changed'
          | 'user.erased'
          | 'user.exported'
          | 'session.revoked'
          | 'address.cleared'
          | 'user.test_signed_in'
          | 'mail.retried'
          | 'key.created'
          | 'key.ended'
          | 'webhook.created'
          | 'webhook.changed'
          | 'webhook.ended'
          | 'webhook.tested'
          | 'webhook.resent';
        reason?:
          | 'spam'
          | 'impersonation'
          | 'harassment'
          | 'illegal_content'
          | 'personal_data'
          | 'other';
        actor?: string;
        username?: string;
        from?: string;
        before?: string;
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
          'application/json': {
            data: {
              events: components['schemas']['AuditEvent'][];
              nextCursor: string | null;
            };
          };
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
      /**
       * @description - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  moderationAuditListActions: {
    parameters: {
      query?: {
        profileId?: string;
        userId?: string;
        action?: string;
        type?:
          | 'profile.hidden'
          | 'profile.restored'
          | 'user.suspended'
          | 'user.unsuspended'
          | 'user.role_changed'
          | 'user.erased'
          | 'user.exported'
          | 'session.revoked'
          | 'address.cleared'
          | 'user.test_signed_in'
          | 'mail.retried'
          | 'key.created'
          | 'key.ended'
          | 'webhook.created'
          | 'webhook.changed'
          | 'webhook.ended'
          | 'webhook.tested'
          | 'webhook.resent';
        reason?:
          | 'spam'
          | 'impersonation'
          | 'harassment'
          | 'illegal_content'
          | 'personal_data'
          | 'other';
        actor?: string;
        username?: string;
        from?: string;
        before?: string;
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
          'application/json': {
            data: {
              actions: components['schemas']['AuditAction'][];
              nextCursor: string | null;
            };
          };
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
      /**
       * @description - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  moderationAuditExportCsv: {
    parameters: {
      query?: {
        profileId?: string;
        userId?: string;
        action?: string;
        type?:
          | 'profile.hidden'
          | 'profile.restored'
          | 'user.suspended'
          | 'user.unsuspended'
          | 'user.role_changed'
          | 'user.erased'
          | 'user.exported'
          | 'session.revoked'
          | 'address.cleared'
          | 'user.test_signed_in'
          | 'mail.retried'
          | 'key.created'
          | 'key.ended'
          | 'webhook.created'
          | 'webhook.changed'
          | 'webhook.ended'
          | 'webhook.tested'
          | 'webhook.resent';
        reason?:
          | 'spam'
          | 'impersonation'
          | 'harassment'
          | 'illegal_content'
          | 'personal_data'
          | 'other';
        actor?: string;
        username?: string;
        from?: string;
        before?: string;
        cursor?: string;
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
          'application/json': {
            data: {
              csv: string;
              nextCursor: string | null;
            };
          };
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
      /**
       * @description - `ROLE_MISSING`: It takes a role that whoever calls does not have, or no longer.
       *     - `SCOPE_MISSING`: It takes a service key with a scope that this one does not have, or no service key may do it.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason: 'ROLE_MISSING' | 'SCOPE_MISSING';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listChanges: {
    parameters: {
      query?: {
        cursor?: string;
        from?: 'oldest' | 'now';
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
          'application/json': components['schemas']['ChangeList'];
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
      403: components['responses']['ScopeMissing'];
      408: components['responses']['RequestTimeout'];
      410: components['responses']['CursorExpired'];
      414: components['responses']['UriTooLong'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
}
