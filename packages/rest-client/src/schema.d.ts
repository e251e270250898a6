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
  '/moderation/webhooks/list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhooks
     * @description For admins.
     */
    get: operations['moderationWebhooksList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/webhooks/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what a webhook was told, or is to be told
     * @description For admins.
     */
    get: operations['moderationWebhooksDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/webhooks/create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a webhook
     * @description For admins who have signed in within the last hour.
     */
    post: operations['moderationWebhooksCreate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/webhooks/update': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change the address and the kinds of changes of a webhook
     * @description For admins who have signed in within the last hour.
     */
    post: operations['moderationWebhooksUpdate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/webhooks/replaceSecret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the secret of a webhook
     * @description For admins who have signed in within the last hour.
     */
    post: operations['moderationWebhooksReplaceSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/webhooks/switch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pause a webhook, or switch it on again
     * @description For admins.
     */
    post: operations['moderationWebhooksSwitch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/webhooks/remove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End a webhook
     * @description For admins.
     */
    post: operations['moderationWebhooksRemove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/webhooks/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a webhook a message that tells of nothing
     * @description For admins.
     */
    post: operations['moderationWebhooksTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/moderation/webhooks/resend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send again what a webhook did not accept
     * @description For admins.
     */
    post: operations['moderationWebhooksResend'];
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
        | 'OWN_PROFILE'
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
      /** @description What was asked for. */
      data: {
        /** @description The id of the moderation action; `null` where nothing was done. */
        action: string | null;
        /** @description What became of each row. */
        results: (
          | {
              /**
               * Format: uuid
               * @description The id of the profile, the user or the event.
               */
              id: string;
              /**
               * @description The username or the email address; `null` for what is gone without a trace.
               * @example ann
               */
              label: string | null;
              /**
               * @description That it was done.
               * @constant
               */
              outcome: 'done';
            }
          | {
              /**
               * Format: uuid
               * @description The id of the profile, the user or the event.
               */
              id: string;
              /**
               * @description The username or the email address; `null` for what is gone without a trace.
               * @example ann
               */
              label: string | null;
              /**
               * @description That nothing was done to it.
               * @constant
               */
              outcome: 'rejected';
              /** @description Why nothing was done, by whom and when. */
              error: {
                /**
                 * @description A stable constant to switch on.
                 * @enum {string}
                 */
                reason:
                  | 'CHANGED'
                  | 'ALREADY'
                  | 'GONE'
                  | 'TOUCHED'
                  | 'UNDONE'
                  | 'NOT_UNDOABLE'
                  | 'LAST_ADMIN'
                  | 'CONFIGURED_ADMIN'
                  | 'OWN_PROFILE';
                /** @description For people to read. */
                message: string;
              };
            }
        )[];
      };
    };
    AudienceToken: {
      /** @description What was asked for. */
      data: {
        /**
         * @description A signed JWT. It is good for this audience alone, never for this service.
         * @example eyJhbGciOiJFZERTQSJ9.eyJhdWQiOiJmb3J1bSJ9.c2lnbmF0dXJl
         */
        token: string;
        /**
         * Format: date-time
         * @description Five minutes from now. Ask for another before it.
         */
        expiresAt: string;
      };
    };
    /** @description What was done by one press. */
    AuditAction: {
      /**
       * Format: uuid
       * @description The id of the action.
       */
      id: string;
      /**
       * @description How many events it has.
       * @example 1
       */
      events: number;
      /**
       * @description How many of the events were undone.
       * @example 0
       */
      undone: number;
      /**
       * @description How many of the events whoever asks could undo now.
       * @example 1
       */
      undoable: number;
      /** @description The first of its events that the filter finds. */
      first: components['schemas']['AuditEvent'];
    };
    /** @description What was done to one profile or user. */
    AuditEvent: {
      /**
       * Format: uuid
       * @description The id of the event.
       */
      id: string;
      /**
       * Format: uuid
       * @description The moderation action that it is a part of.
       */
      action: string;
      /**
       * @description How many events the action has.
       * @example 1
       */
      actionEvents: number;
      /**
       * Format: date-time
       * @description When it happened.
       */
      at: string;
      /**
       * @description What was done.
       * @enum {string}
       */
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
        | 'webhook.resent'
        | 'address.suppressed'
        | 'counts.repaired'
        | 'secret.rotated'
        | 'database.restored'
        | 'database.moved';
      /**
       * @description Who or what acted.
       * @enum {string}
       */
      actorKind: 'user' | 'key' | 'operator' | 'system';
      /** @description The user who acted; `null` once their account is erased, and for a key, an operator and the service itself, who have none. */
      actor: {
        /**
         * Format: uuid
         * @description Their id.
         */
        id: string;
        /**
         * @description The address they sign in with.
         * @example bob@example.com
         */
        email: string;
      } | null;
      /**
       * @description The name of the service key that acted; `null` where none did, and once it is forgotten.
       * @example null
       */
      actorKey: string | null;
      /** @description Whom or what it was done to. */
      subject:
        | {
            /**
             * @description That it is a profile.
             * @constant
             */
            kind: 'profile';
            /**
             * Format: uuid
             * @description The id of the profile.
             */
            id: string;
            /**
             * @description The username of the profile at the time.
             * @example ann
             */
            username: string;
          }
        | {
            /**
             * @description That it is a user.
             * @constant
             */
            kind: 'user';
            /** @description The id of the user; `null` once their account is erased, and where it is about nobody. */
            id: string | null;
            /**
             * @description The address they sign in with; `null` where the id is.
             * @example ann@example.com
             */
            email: string | null;
          };
      /** @description Why, as a constant; `null` where none was given. */
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
      /**
       * @description What whom it concerns was told; `null` where nothing was.
       * @example Please remove the advertisement.
       */
      note: string | null;
      /**
       * @description What the team was told; `null` where nothing was.
       * @example The third time.
       */
      privateNote: string | null;
      /**
       * @description What was changed, as it had been.
       * @example {
       *       "hidden": false
       *     }
       */
      before: {
        [key: string]:
          | unknown[]
          | boolean
          | null
          | number
          | Record<string, never>
          | string;
      };
      /**
       * @description What was changed, as it was from then on.
       * @example {
       *       "hidden": true
       *     }
       */
      after: {
        [key: string]:
          | unknown[]
          | boolean
          | null
          | number
          | Record<string, never>
          | string;
      };
      /**
       * @description The id of the event that this one undid; `null` where it undid none.
       * @example null
       */
      undoes: string | null;
      /**
       * @description The id of the event that undid this one; `null` where none has.
       * @example null
       */
      undoneBy: string | null;
      /**
       * @description Whether whoever asks could undo it now.
       * @example true
       */
      canUndo: boolean;
      /** @description Where whoever acted asked from. */
      from: {
        /**
         * @description The IP address.
         * @example 203.0.113.7
         */
        ip: string;
        /**
         * @description The browser, as far as it is known.
         * @example Firefox
         */
        browser: string;
        /**
         * @description The system, as far as it is known.
         * @example Linux
         */
        system: string;
      };
    };
    Change: {
      /**
       * @description What happened.
       * @example profile.created
       * @enum {string}
       */
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
      /**
       * @description That the user or the profile has since then. It only rises: drop what is older.
       * @example 1
       */
      revision: number;
      /**
       * Format: date-time
       * @description When it was changed.
       */
      at: string;
      /**
       * @description The user as they are now; `null` where they were erased, or it is a profile.
       * @example null
       */
      user: {
        /** @description `null` until one is set. */
        username: string | null;
      } | null;
      /** @description The profile as it is now; `null` where it is hidden or was deleted, or it is a user. */
      profile: components['schemas']['Profile'] | null;
    };
    ChangeList: {
      /** @description What was asked for. */
      data: {
        /** @description What happened next, the oldest first. */
        changes: components['schemas']['Change'][];
        /**
         * @description Where to go on, at once or later. It is always given, and stays good for 30 days.
         * @example YyAwMTk5YzBkZS01YTE3LTdjYzAtYjFjMy0yZjRkNmE4ZTliMDEgMQ
         */
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
    /** @description A mail, and what became of it. */
    Delivery: {
      /**
       * Format: uuid
       * @description The id of the mail.
       */
      id: string;
      /**
       * @description Whom it is sent to.
       * @example ann@example.com
       */
      address: string;
      /**
       * @description How far it is.
       * @example sent
       * @enum {string}
       */
      state: 'queued' | 'sent' | 'refused' | 'expired';
      /**
       * @description Why the provider did not take it, in words of a fixed vocabulary; `null` where there is nothing to say.
       * @example null
       */
      outcome: string | null;
      /**
       * @description What the provider said later; `null` where it has said nothing.
       * @example null
       */
      event: ('bounced' | 'complained' | 'suppressed' | 'reactivated') | null;
      /**
       * @description When the provider said so; `null` where it has said nothing.
       * @example null
       */
      eventAt: string | null;
      /**
       * @description How often it was handed to the provider.
       * @example 1
       */
      attempts: number;
      /**
       * @description When it is tried next; `null` where it is not waiting.
       * @example null
       */
      nextAttemptAt: string | null;
      /**
       * Format: date-time
       * @description When it was asked for.
       */
      requestedAt: string;
      /** @description When the provider took it; `null` where it has not. */
      sentAt: string | null;
      /**
       * @description What the provider calls it; `null` where it has not taken it.
       * @example 0a129aee-e1cd-480d-b08d-4f48548ff48d
       */
      messageId: string | null;
      /** @description Whether the development mailbox has it, and no provider. */
      isInMailbox: boolean;
    };
    KnownUser: {
      /** @description What was asked for. */
      data: {
        /** @description The user. */
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
          /**
           * @description What they may do beside what every user may.
           * @enum {string}
           */
          role: 'user' | 'moderator' | 'admin';
          /** @description Whether they are suspended at present. */
          isSuspended: boolean;
        };
      };
    };
    /** @description A user as admins see them. */
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
      /**
       * @description As given in the service; a configured admin is an admin whatever it says.
       * @enum {string}
       */
      role: 'user' | 'moderator' | 'admin';
      /** @description Whether their address is in `ADMIN_EMAILS`. */
      isConfiguredAdmin: boolean;
      /**
       * @description Whether whoever asks may suspend them, sign them out, change their role and act on them in bulk.
       * @example true
       */
      canBeActedOn: boolean;
      /**
       * @description The suspension that holds at present; `null` where none does.
       * @example null
       */
      suspension: {
        /**
         * Format: date-time
         * @description When it began.
         */
        since: string;
        /**
         * @description When it ends; `null`: once somebody ends it.
         * @example null
         */
        until: string | null;
        /** @description Why, as a constant; `null` where it was begun in the database itself. */
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
        /**
         * @description For the suspended person to read; `null` where nothing was written.
         * @example Please stop.
         */
        note: string | null;
      } | null;
      /**
       * @description How many profiles they have.
       * @example 1
       */
      profileCount: number;
      /** @description The identities that other users link too, exactly so. */
      duplicateIdentities: (
        | 'walletAddress'
        | 'farcasterId'
        | 'coinbaseWallet'
        | 'worldId'
      )[];
      /** @description When a session of theirs was last used, to within five minutes; `null` where that is not known. */
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
    /** @description A profile as moderators see it. */
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
      /**
       * Format: uuid
       * @description The id of the profile, which never changes.
       */
      id: string;
      /**
       * @description Who or what its owner says referred them.
       * @example bob
       */
      referral: string;
      /**
       * @description The username of the profile that referred it; `null` where none did.
       * @example bob
       */
      referrer: string | null;
      /** @description Whose it is. */
      owner: {
        /**
         * Format: uuid
         * @description The id of the user.
         */
        id: string;
        /**
         * @description The address they sign in with.
         * @example ann@example.com
         */
        email: string;
        /**
         * @description Their username; `null` until one is set.
         * @example ann
         */
        username: string | null;
        /** @description Whether they are suspended at present. */
        isSuspended: boolean;
      };
      /** @description The identities of its owner that other users link too. */
      duplicateIdentities: (
        | 'walletAddress'
        | 'farcasterId'
        | 'coinbaseWallet'
        | 'worldId'
      )[];
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was changed last.
       */
      updatedAt: string;
      /**
       * @description Raised by any change: what an action on it is checked against.
       * @example 1
       */
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
            [key: string]:
              | unknown[]
              | boolean
              | null
              | number
              | Record<string, never>
              | string;
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
        /** @description The next ones. */
        profiles: components['schemas']['WalkedProfile'][];
        /**
         * @description What the next page is asked for with; `null` at the end of the walk.
         * @example null
         */
        nextCursor: string | null;
      };
    };
    /** @description What a program is let in by. */
    ServiceKey: {
      /**
       * Format: uuid
       * @description What to end it by.
       */
      id: string;
      /**
       * @description What the history calls it.
       * @example forum
       */
      name: string;
      /** @description What it may be used for. */
      scopes: (
        | 'profiles:read'
        | 'users:read'
        | 'users:write'
        | 'moderation'
        | 'changes:read'
      )[];
      /**
       * @description `ended` by somebody, or as its maker lost the role or was suspended; `expired` by itself; `refused` while its maker is no longer in `ADMIN_EMAILS`.
       * @enum {string}
       */
      state: 'serving' | 'refused' | 'expired' | 'ended';
      /**
       * @description Who made it: an admin or an operator.
       * @enum {string}
       */
      makerKind: 'user' | 'operator';
      /** @description The admin who made it; `null` where an operator did. */
      maker: {
        /**
         * Format: uuid
         * @description Their id.
         */
        id: string;
        /**
         * @description The address they sign in with.
         * @example ann@example.com
         */
        email: string;
      } | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /** @description When it was used last, to within five minutes; `null` where it has not been used. */
      lastUsedAt: string | null;
      /**
       * Format: date-time
       * @description When it ends by itself.
       * @example 2026-05-01T12:00:00.000Z
       */
      endsAt: string;
      /**
       * @description When it was ended; `null` where it was not.
       * @example null
       */
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
    /** @description A profile as a walk meets it. */
    WalkedProfile: {
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
      /**
       * Format: uuid
       * @description The id by which changes and webhooks name it. Given to programs with a service key alone.
       */
      id?: string;
    };
    /** @description An address that is told of changes. */
    Webhook: {
      /**
       * Format: uuid
       * @description The id of the webhook.
       */
      id: string;
      /**
       * @description Where it is sent to.
       * @example https://hooks.example.com/namecard
       */
      url: string;
      /**
       * @description What it is told of.
       * @example [
       *       "profile.created"
       *     ]
       */
      kinds: (
        | 'user.created'
        | 'user.updated'
        | 'user.erased'
        | 'profile.created'
        | 'profile.updated'
        | 'profile.hidden'
        | 'profile.restored'
        | 'profile.deleted'
      )[];
      /**
       * @description `paused` by an admin; `failed` where it accepted nothing for a day, or said that it is gone: it is sent nothing until it is switched on again.
       * @example on
       * @enum {string}
       */
      state: 'on' | 'paused' | 'failed';
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /** @description When it last accepted something, to the minute; `null` where it has not. */
      acceptedAt: string | null;
      /**
       * @description Since when it has accepted nothing of what it was sent; `null` where accepting was the last thing it did.
       * @example null
       */
      failingSince: string | null;
      /**
       * @description Until when the secret before this one signs as well; `null` where none does.
       * @example null
       */
      previousSecretUntil: string | null;
      /**
       * @description Whether its secret can’t be opened with `SECRET_KEY`: it is sent nothing until that is replaced.
       * @example false
       */
      isSecretLost: boolean;
      /**
       * @description How many deliveries were tried in vain; 1,000 at most.
       * @example 1
       */
      failed: number;
    };
    /** @description That a webhook is to be told of a change. */
    WebhookDelivery: {
      /**
       * @description The number of the change, as the feed counts them.
       * @example 1042
       */
      number: number;
      /** @description What it tells of; `null` where the change is kept no longer. */
      change: {
        /**
         * @description What happened.
         * @example profile.created
         * @enum {string}
         */
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
         * @description Of the user or the profile.
         */
        id: string;
        /**
         * @description That the user or the profile has since then.
         * @example 1
         */
        revision: number;
        /**
         * Format: date-time
         * @description When it was changed.
         */
        at: string;
      } | null;
      /**
       * @description `set_aside` after a day of failures, to be sent again when an admin says so.
       * @example waiting
       * @enum {string}
       */
      state: 'waiting' | 'delivered' | 'set_aside';
      /**
       * @description How often it was tried, since it was last to be sent again.
       * @example 1
       */
      attempts: number;
      /**
       * @description What came of the last try: a status, or why there was no answer; `null` before the first.
       * @example 503
       */
      outcome: string | null;
      /** @description When it is tried next; `null` where it is not waiting. */
      nextAttemptAt: string | null;
      /**
       * @description When it was accepted or set aside; `null` where it waits.
       * @example null
       */
      settledAt: string | null;
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
    /** @description There is no such webhook, or no longer. */
    WebhookNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'] & {
          /** @enum {string} */
          reason: 'WEBHOOK_NOT_FOUND';
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
            reason:
              | 'BODY_TOO_DEEP'
              | 'MALFORMED_JSON'
              | 'MALFORMED_REQUEST'
              | 'MALFORMED_TEXT';
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
          /**
           * @example {
           *       "data": {
           *         "token": "eyJhbGciOiJFZERTQSJ9.eyJhdWQiOiJmb3J1bSJ9.c2lnbmF0dXJl",
           *         "expiresAt": "2026-01-31T12:00:00.000Z"
           *       }
           *     }
           */
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
        /** @description The id of the user. */
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
           *             "hidden": false,
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002"
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
           *             "hidden": false,
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "referral": "bob",
           *             "referrer": "bob",
           *             "owner": {
           *               "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *               "email": "ann@example.com",
           *               "username": "ann",
           *               "isSuspended": false
           *             },
           *             "duplicateIdentities": [
           *               "walletAddress"
           *             ],
           *             "createdAt": "2026-01-31T12:00:00.000Z",
           *             "updatedAt": "2026-01-31T12:00:00.000Z",
           *             "revision": 1
           *           }
           *         ],
           *         "nextCursor": null,
           *         "asOf": "MSAyIDM"
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /** @description Those that were found. */
              profiles: components['schemas']['ModeratedProfile'][];
              /**
               * @description What the next part is asked for with; `null` at the end.
               * @example null
               */
              nextCursor: string | null;
              /**
               * @description What `updates` counts from.
               * @example MSAyIDM
               */
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
          /**
           * @example {
           *       "data": {
           *         "all": {
           *           "count": 1,
           *           "isMore": false
           *         },
           *         "active": {
           *           "count": 1,
           *           "isMore": false
           *         },
           *         "hidden": {
           *           "count": 1,
           *           "isMore": false
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /** @description All that the filter finds. */
              all: {
                /**
                 * @description How many were counted.
                 * @example 1
                 */
                count: number;
                /** @description Whether there are more, which were not counted. */
                isMore: boolean;
              };
              /** @description Those that are not hidden. */
              active: {
                /**
                 * @description How many were counted.
                 * @example 1
                 */
                count: number;
                /** @description Whether there are more, which were not counted. */
                isMore: boolean;
              };
              /** @description Those that are hidden. */
              hidden: {
                /**
                 * @description How many were counted.
                 * @example 1
                 */
                count: number;
                /** @description Whether there are more, which were not counted. */
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
        /** @description The `asOf` of the list that was read. */
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
          /**
           * @example {
           *       "data": {
           *         "created": 1,
           *         "changed": 1
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /**
               * @description Profiles made since.
               * @example 1
               */
              created: number;
              /**
               * @description Profiles changed since.
               * @example 1
               */
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
           *           "hidden": false,
           *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *           "referral": "bob",
           *           "referrer": "bob",
           *           "owner": {
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "email": "ann@example.com",
           *             "username": "ann",
           *             "isSuspended": false
           *           },
           *           "duplicateIdentities": [
           *             "walletAddress"
           *           ],
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "updatedAt": "2026-01-31T12:00:00.000Z",
           *           "revision": 1
           *         },
           *         "siblings": [
           *           {
           *             "username": "ann",
           *             "hidden": false,
           *             "createdAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "siblingCount": 1,
           *         "referredCount": 1
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              profile: components['schemas']['ModeratedProfile'];
              /** @description Other profiles of its owner. */
              siblings: {
                /**
                 * @description The username of the profile.
                 * @example ann
                 */
                username: string;
                /** @description Whether it is hidden. */
                hidden: boolean;
                /**
                 * Format: date-time
                 * @description When it was made.
                 */
                createdAt: string;
              }[];
              /**
               * @description How many other profiles its owner has.
               * @example 1
               */
              siblingCount: number;
              /**
               * @description How many profiles it referred.
               * @example 1
               */
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
         *       "reason": "spam",
         *       "note": "Please remove the advertisement.",
         *       "privateNote": "The third time."
         *     }
         */
        'application/json': {
          /**
           * @description The username of the profile.
           * @example ann
           */
          username: string;
          /**
           * @description Why, as a constant.
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
          /**
           * @description For whom it concerns to read.
           * @example Please remove the advertisement.
           */
          note?: string | null;
          /**
           * @description For the team alone.
           * @example The third time.
           */
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
       *     - `OWN_PROFILE`: The profile is of whoever asks, or of whoever made the service key.
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
            reason: 'CONFIGURED_ADMIN' | 'OWN_PROFILE' | 'ROLE_MISSING' | 'SCOPE_MISSING';
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
         *       "username": "ann",
         *       "note": "Please remove the advertisement.",
         *       "privateNote": "The third time."
         *     }
         */
        'application/json': {
          /**
           * @description The username of the profile.
           * @example ann
           */
          username: string;
          /**
           * @description For whom it concerns to read.
           * @example Please remove the advertisement.
           */
          note?: string | null;
          /**
           * @description For the team alone.
           * @example The third time.
           */
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
       *     - `OWN_PROFILE`: The profile is of whoever asks, or of whoever made the service key.
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
            reason: 'CONFIGURED_ADMIN' | 'OWN_PROFILE' | 'ROLE_MISSING' | 'SCOPE_MISSING';
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
        /**
         * @example {
         *       "profiles": [
         *         {
         *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
         *           "revision": 1
         *         }
         *       ],
         *       "reason": "spam",
         *       "note": "Please remove the advertisement.",
         *       "privateNote": "The third time."
         *     }
         */
        'application/json': {
          /** @description The profiles as they were seen; what has changed since is rejected. */
          profiles: {
            /**
             * Format: uuid
             * @description The id of the profile.
             */
            id: string;
            /**
             * @description Its revision as it was seen.
             * @example 1
             */
            revision: number;
          }[];
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
           * @description For whom it concerns to read.
           * @example Please remove the advertisement.
           */
          note?: string | null;
          /**
           * @description For the team alone.
           * @example The third time.
           */
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
           *         "action": "019c13d2-7c00-7000-8000-0242ac120002",
           *         "results": [
           *           {
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "label": "ann",
           *             "outcome": "done"
           *           }
           *         ]
           *       }
           *     }
           */
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
         *       "reason": "spam",
         *       "note": "Please remove the advertisement.",
         *       "privateNote": "The third time."
         *     }
         */
        'application/json': {
          /**
           * Format: uuid
           * @description Whose profiles.
           */
          ownerId: string;
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
           * @description For whom it concerns to read.
           * @example Please remove the advertisement.
           */
          note?: string | null;
          /**
           * @description For the team alone.
           * @example The third time.
           */
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
           *         "action": "019c13d2-7c00-7000-8000-0242ac120002",
           *         "hidden": 1
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /** @description The id of the moderation action; `null` where there was none to hide. */
              action: string | null;
              /**
               * @description Profiles that were hidden.
               * @example 1
               */
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
       *     - `OWN_PROFILE`: The profile is of whoever asks, or of whoever made the service key.
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
            reason: 'CONFIGURED_ADMIN' | 'OWN_PROFILE' | 'ROLE_MISSING' | 'SCOPE_MISSING';
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
        /**
         * @example {
         *       "profiles": [
         *         {
         *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
         *           "revision": 1
         *         }
         *       ],
         *       "note": "Please remove the advertisement.",
         *       "privateNote": "The third time."
         *     }
         */
        'application/json': {
          /** @description The profiles as they were seen; what has changed since is rejected. */
          profiles: {
            /**
             * Format: uuid
             * @description The id of the profile.
             */
            id: string;
            /**
             * @description Its revision as it was seen.
             * @example 1
             */
            revision: number;
          }[];
          /**
           * @description For whom it concerns to read.
           * @example Please remove the advertisement.
           */
          note?: string | null;
          /**
           * @description For the team alone.
           * @example The third time.
           */
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
           *         "action": "019c13d2-7c00-7000-8000-0242ac120002",
           *         "results": [
           *           {
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "label": "ann",
           *             "outcome": "done"
           *           }
           *         ]
           *       }
           *     }
           */
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
          /**
           * @example {
           *       "data": {
           *         "users": [
           *           {
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "email": "ann@example.com",
           *             "username": "ann",
           *             "createdAt": "2026-01-31T12:00:00.000Z",
           *             "updatedAt": "2026-01-31T12:00:00.000Z",
           *             "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
           *             "farcasterId": "12345",
           *             "coinbaseWallet": "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
           *             "worldId": "world-id-of-ann",
           *             "role": "user",
           *             "isConfiguredAdmin": false,
           *             "canBeActedOn": true,
           *             "suspension": null,
           *             "profileCount": 1,
           *             "duplicateIdentities": [
           *               "walletAddress"
           *             ],
           *             "lastSeenAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /** @description Those who were found. */
              users: components['schemas']['ManagedUser'][];
              /**
               * @description What the next part is asked for with; `null` at the end.
               * @example null
               */
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
        /** @description The id of the user. */
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
           *           "worldId": "world-id-of-ann",
           *           "role": "user",
           *           "isConfiguredAdmin": false,
           *           "canBeActedOn": true,
           *           "suspension": null,
           *           "profileCount": 1,
           *           "duplicateIdentities": [
           *             "walletAddress"
           *           ],
           *           "lastSeenAt": "2026-01-31T12:00:00.000Z"
           *         },
           *         "sessions": [
           *           {
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "browser": "Firefox",
           *             "system": "Linux",
           *             "createdAt": "2026-01-31T12:00:00.000Z",
           *             "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *             "endsAt": "2026-03-02T12:00:00.000Z"
           *           }
           *         ],
           *         "deliveries": [
           *           {
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "address": "ann@example.com",
           *             "state": "sent",
           *             "outcome": null,
           *             "event": null,
           *             "eventAt": null,
           *             "attempts": 1,
           *             "nextAttemptAt": null,
           *             "requestedAt": "2026-01-31T12:00:00.000Z",
           *             "sentAt": "2026-01-31T12:00:00.000Z",
           *             "messageId": "0a129aee-e1cd-480d-b08d-4f48548ff48d",
           *             "isInMailbox": false
           *           }
           *         ],
           *         "isSuppressed": false,
           *         "profiles": [
           *           {
           *             "username": "ann",
           *             "hidden": false,
           *             "createdAt": "2026-01-31T12:00:00.000Z"
           *           }
           *         ],
           *         "activeProfileCount": 1
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              user: components['schemas']['ManagedUser'];
              /** @description Those that still sign them in, the one used last first. */
              sessions: {
                /**
                 * Format: uuid
                 * @description What to end it by.
                 */
                id: string;
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
                 * Format: date-time
                 * @description When it ends, if it is not used again.
                 * @example 2026-03-02T12:00:00.000Z
                 */
                endsAt: string;
              }[];
              /** @description The newest mails to them, 20 at most. */
              deliveries: components['schemas']['Delivery'][];
              /** @description Whether no mail reaches them: an operator has none leave, or the provider delivers none, as far as it has said. */
              isSuppressed: boolean;
              /** @description Their newest profiles, 100 at most. */
              profiles: {
                /**
                 * @description The username of the profile.
                 * @example ann
                 */
                username: string;
                /** @description Whether it is hidden. */
                hidden: boolean;
                /**
                 * Format: date-time
                 * @description When it was made.
                 */
                createdAt: string;
              }[];
              /**
               * @description How many of all their profiles are not hidden.
               * @example 1
               */
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
         *       "to": "moderator",
         *       "note": "The third time."
         *     }
         */
        'application/json': {
          /**
           * Format: uuid
           * @description The id of the user.
           */
          id: string;
          /**
           * @description The role as the admin saw it.
           * @example user
           * @enum {string}
           */
          from: 'user' | 'moderator' | 'admin';
          /**
           * @description The role from now on.
           * @example moderator
           * @enum {string}
           */
          to: 'user' | 'moderator' | 'admin';
          /**
           * @description For the team alone.
           * @example The third time.
           */
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
          /**
           * @example {
           *       "data": {
           *         "action": "019c13d2-7c00-7000-8000-0242ac120002",
           *         "user": {
           *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *           "email": "ann@example.com",
           *           "username": "ann",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "updatedAt": "2026-01-31T12:00:00.000Z",
           *           "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
           *           "farcasterId": "12345",
           *           "coinbaseWallet": "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
           *           "worldId": "world-id-of-ann",
           *           "role": "user",
           *           "isConfiguredAdmin": false,
           *           "canBeActedOn": true,
           *           "suspension": null,
           *           "profileCount": 1,
           *           "duplicateIdentities": [
           *             "walletAddress"
           *           ],
           *           "lastSeenAt": "2026-01-31T12:00:00.000Z"
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /**
               * Format: uuid
               * @description The id of the moderation action, as the audit lists it.
               */
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
         *       "note": "Please remove the advertisement.",
         *       "privateNote": "The third time.",
         *       "until": "2026-12-31T12:00:00.000Z"
         *     }
         */
        'application/json': {
          /**
           * Format: uuid
           * @description The id of the user.
           */
          id: string;
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
           * @description For whom it concerns to read.
           * @example Please remove the advertisement.
           */
          note?: string | null;
          /**
           * @description For the team alone.
           * @example The third time.
           */
          privateNote?: string | null;
          /** @description So many times 24 hours from now it ends. Without `days` and `until` somebody has to end it. */
          days?: number;
          /**
           * Format: date-time
           * @description When it ends; not beside `days`.
           * @example 2026-12-31T12:00:00.000Z
           */
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
          /**
           * @example {
           *       "data": {
           *         "action": "019c13d2-7c00-7000-8000-0242ac120002",
           *         "user": {
           *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *           "email": "ann@example.com",
           *           "username": "ann",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "updatedAt": "2026-01-31T12:00:00.000Z",
           *           "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
           *           "farcasterId": "12345",
           *           "coinbaseWallet": "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
           *           "worldId": "world-id-of-ann",
           *           "role": "user",
           *           "isConfiguredAdmin": false,
           *           "canBeActedOn": true,
           *           "suspension": null,
           *           "profileCount": 1,
           *           "duplicateIdentities": [
           *             "walletAddress"
           *           ],
           *           "lastSeenAt": "2026-01-31T12:00:00.000Z"
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /**
               * Format: uuid
               * @description The id of the moderation action, as the audit lists it.
               */
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
         *       "id": "019c13d2-7c00-7000-8000-0242ac120002",
         *       "note": "Please remove the advertisement.",
         *       "privateNote": "The third time."
         *     }
         */
        'application/json': {
          /**
           * Format: uuid
           * @description The id of the user.
           */
          id: string;
          /**
           * @description For whom it concerns to read.
           * @example Please remove the advertisement.
           */
          note?: string | null;
          /**
           * @description For the team alone.
           * @example The third time.
           */
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
           *         "action": "019c13d2-7c00-7000-8000-0242ac120002",
           *         "user": {
           *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *           "email": "ann@example.com",
           *           "username": "ann",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "updatedAt": "2026-01-31T12:00:00.000Z",
           *           "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
           *           "farcasterId": "12345",
           *           "coinbaseWallet": "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
           *           "worldId": "world-id-of-ann",
           *           "role": "user",
           *           "isConfiguredAdmin": false,
           *           "canBeActedOn": true,
           *           "suspension": null,
           *           "profileCount": 1,
           *           "duplicateIdentities": [
           *             "walletAddress"
           *           ],
           *           "lastSeenAt": "2026-01-31T12:00:00.000Z"
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /**
               * Format: uuid
               * @description The id of the moderation action, as the audit lists it.
               */
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
          /**
           * Format: uuid
           * @description The id of the user.
           */
          id: string;
          /**
           * Format: uuid
           * @description The id of the session.
           */
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
          /**
           * @example {
           *       "data": {
           *         "action": "019c13d2-7c00-7000-8000-0242ac120002",
           *         "user": {
           *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *           "email": "ann@example.com",
           *           "username": "ann",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "updatedAt": "2026-01-31T12:00:00.000Z",
           *           "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
           *           "farcasterId": "12345",
           *           "coinbaseWallet": "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
           *           "worldId": "world-id-of-ann",
           *           "role": "user",
           *           "isConfiguredAdmin": false,
           *           "canBeActedOn": true,
           *           "suspension": null,
           *           "profileCount": 1,
           *           "duplicateIdentities": [
           *             "walletAddress"
           *           ],
           *           "lastSeenAt": "2026-01-31T12:00:00.000Z"
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /**
               * Format: uuid
               * @description The id of the moderation action, as the audit lists it.
               */
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
          /**
           * Format: uuid
           * @description The id of the user.
           */
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
           *         "action": "019c13d2-7c00-7000-8000-0242ac120002",
           *         "user": {
           *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *           "email": "ann@example.com",
           *           "username": "ann",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "updatedAt": "2026-01-31T12:00:00.000Z",
           *           "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
           *           "farcasterId": "12345",
           *           "coinbaseWallet": "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
           *           "worldId": "world-id-of-ann",
           *           "role": "user",
           *           "isConfiguredAdmin": false,
           *           "canBeActedOn": true,
           *           "suspension": null,
           *           "profileCount": 1,
           *           "duplicateIdentities": [
           *             "walletAddress"
           *           ],
           *           "lastSeenAt": "2026-01-31T12:00:00.000Z"
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /** @description The id of the moderation action; `null` where there was no session to end. */
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
          /**
           * Format: uuid
           * @description The id of the user.
           */
          id: string;
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
            /** @description What was asked for. */
            data: {
              /** @description The id of the moderation action; `null` where somebody erased themselves: that is not in the history. */
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
          /**
           * Format: uuid
           * @description The id of the user.
           */
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
          /**
           * @example {
           *       "data": {
           *         "deliveries": [
           *           {
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "address": "ann@example.com",
           *             "state": "sent",
           *             "outcome": null,
           *             "event": null,
           *             "eventAt": null,
           *             "attempts": 1,
           *             "nextAttemptAt": null,
           *             "requestedAt": "2026-01-31T12:00:00.000Z",
           *             "sentAt": "2026-01-31T12:00:00.000Z",
           *             "messageId": "0a129aee-e1cd-480d-b08d-4f48548ff48d",
           *             "isInMailbox": false
           *           }
           *         ],
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /** @description The mails, the newest first. */
              deliveries: components['schemas']['Delivery'][];
              /**
               * @description What the next part is asked for with; `null` at the end.
               * @example null
               */
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
        /** @description An email address, compared without case. */
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
          /**
           * @example {
           *       "data": {
           *         "isSuppressed": false,
           *         "user": {
           *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *           "email": "ann@example.com"
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /** @description Whether no mail reaches it: an operator has none leave, or the provider delivers none, as far as it has said. */
              isSuppressed: boolean;
              /** @description Whoever signs in with it; `null` where nobody has yet. */
              user: {
                /**
                 * Format: uuid
                 * @description Their id.
                 */
                id: string;
                /**
                 * @description The address as they typed it.
                 * @example ann@example.com
                 */
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
        /**
         * @example {
         *       "address": "ann@example.com"
         *     }
         */
        'application/json': {
          /**
           * @description An email address, compared without case.
           * @example ann@example.com
           */
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
          /**
           * @example {
           *       "data": {
           *         "keys": [
           *           {
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "name": "forum",
           *             "scopes": [
           *               "profiles:read"
           *             ],
           *             "state": "serving",
           *             "makerKind": "user",
           *             "maker": {
           *               "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *               "email": "ann@example.com"
           *             },
           *             "createdAt": "2026-01-31T12:00:00.000Z",
           *             "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *             "endsAt": "2026-05-01T12:00:00.000Z",
           *             "endedAt": null
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /** @description Those that have not ended first, each by creation, the newest first; 500 at most. */
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
        /**
         * @example {
         *       "name": "forum",
         *       "scopes": [
         *         "profiles:read"
         *       ]
         *     }
         */
        'application/json': {
          /**
           * @description What the history calls it.
           * @example forum
           */
          name: string;
          /** @description What it may be used for. */
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
          /**
           * @example {
           *       "data": {
           *         "key": {
           *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *           "name": "forum",
           *           "scopes": [
           *             "profiles:read"
           *           ],
           *           "state": "serving",
           *           "makerKind": "user",
           *           "maker": {
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "email": "ann@example.com"
           *           },
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *           "endsAt": "2026-05-01T12:00:00.000Z",
           *           "endedAt": null
           *         },
           *         "token": "nk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              key: components['schemas']['ServiceKey'];
              /**
               * @description For `Authorization: Bearer`. It is shown this once: only its hash is kept.
               * @example nk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8
               */
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
          /**
           * Format: uuid
           * @description The id of the key.
           */
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
           *         "key": {
           *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *           "name": "forum",
           *           "scopes": [
           *             "profiles:read"
           *           ],
           *           "state": "serving",
           *           "makerKind": "user",
           *           "maker": {
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "email": "ann@example.com"
           *           },
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "lastUsedAt": "2026-01-31T12:00:00.000Z",
           *           "endsAt": "2026-05-01T12:00:00.000Z",
           *           "endedAt": null
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
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
          /**
           * @example {
           *       "data": {
           *         "counts": {
           *           "profiles": {
           *             "all": 2,
           *             "hidden": 1,
           *             "active": 1
           *           },
           *           "users": 2,
           *           "suspended": 1
           *         },
           *         "newest": [
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
           *             "hidden": false,
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "referral": "bob",
           *             "referrer": "bob",
           *             "owner": {
           *               "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *               "email": "ann@example.com",
           *               "username": "ann",
           *               "isSuspended": false
           *             },
           *             "duplicateIdentities": [
           *               "walletAddress"
           *             ],
           *             "createdAt": "2026-01-31T12:00:00.000Z",
           *             "updatedAt": "2026-01-31T12:00:00.000Z",
           *             "revision": 1
           *           }
           *         ],
           *         "changed": [
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
           *             "hidden": false,
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "referral": "bob",
           *             "referrer": "bob",
           *             "owner": {
           *               "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *               "email": "ann@example.com",
           *               "username": "ann",
           *               "isSuspended": false
           *             },
           *             "duplicateIdentities": [
           *               "walletAddress"
           *             ],
           *             "createdAt": "2026-01-31T12:00:00.000Z",
           *             "updatedAt": "2026-01-31T12:00:00.000Z",
           *             "revision": 1
           *           }
           *         ],
           *         "duplicateIdentities": [
           *           {
           *             "identity": "walletAddress",
           *             "value": "0x52908400098527886E0F7030069857D2E4169EE7",
           *             "users": 2
           *           }
           *         ],
           *         "failedMail": [],
           *         "days": [
           *           {
           *             "day": "2026-01-31",
           *             "profiles": 1,
           *             "users": 1,
           *             "hidden": 1,
           *             "restored": 1
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /** @description How many there are. */
              counts: {
                profiles: components['schemas']['ProfileCount'];
                /**
                 * @description All users; for admins alone, else `null`.
                 * @example 2
                 */
                users: number | null;
                /**
                 * @description Users who are suspended; for admins alone, else `null`.
                 * @example 1
                 */
                suspended: number | null;
              };
              /** @description The newest 8 profiles. */
              newest: components['schemas']['ModeratedProfile'][];
              /** @description The 8 profiles that their owners changed last, in the last 7 days and after they were made. */
              changed: components['schemas']['ModeratedProfile'][];
              /** @description 8 of the identities that several users link, those of most users first. */
              duplicateIdentities: {
                /**
                 * @description Which identity it is.
                 * @enum {string}
                 */
                identity: 'walletAddress' | 'farcasterId' | 'coinbaseWallet' | 'worldId';
                /**
                 * @description What they link.
                 * @example 0x52908400098527886E0F7030069857D2E4169EE7
                 */
                value: string;
                /**
                 * @description Users who link it.
                 * @example 2
                 */
                users: number;
              }[];
              /**
               * @description The 8 newest mails of the last 7 days that did not arrive; for admins alone, else `null`.
               * @example []
               */
              failedMail: components['schemas']['Delivery'][] | null;
              /** @description The last 30 days in UTC, the oldest first, the present one last. */
              days: {
                /**
                 * Format: date
                 * @description The day, in UTC.
                 */
                day: string;
                /**
                 * @description Profiles that were made.
                 * @example 1
                 */
                profiles: number;
                /**
                 * @description Users who signed in for the first time.
                 * @example 1
                 */
                users: number;
                /**
                 * @description Profiles that were hidden.
                 * @example 1
                 */
                hidden: number;
                /**
                 * @description Profiles that were shown again.
                 * @example 1
                 */
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
         *       "action": "019c13d2-7c00-7000-8000-0242ac120002"
         *     }
         */
        'application/json': {
          /**
           * Format: uuid
           * @description The id of a whole moderation action.
           */
          action?: string;
          /**
           * Format: uuid
           * @description The id of one event of an action.
           */
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
          /**
           * @example {
           *       "data": {
           *         "action": "019c13d2-7c00-7000-8000-0242ac120002",
           *         "results": [
           *           {
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "label": "ann",
           *             "outcome": "done"
           *           }
           *         ]
           *       }
           *     }
           */
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
          | 'webhook.resent'
          | 'address.suppressed'
          | 'counts.repaired'
          | 'secret.rotated'
          | 'database.restored'
          | 'database.moved';
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
          /**
           * @example {
           *       "data": {
           *         "events": [
           *           {
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "action": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "actionEvents": 1,
           *             "at": "2026-01-31T12:00:00.000Z",
           *             "type": "profile.hidden",
           *             "actorKind": "user",
           *             "actor": {
           *               "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *               "email": "bob@example.com"
           *             },
           *             "actorKey": null,
           *             "subject": {
           *               "kind": "profile",
           *               "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *               "username": "ann"
           *             },
           *             "reason": "spam",
           *             "note": "Please remove the advertisement.",
           *             "privateNote": "The third time.",
           *             "before": {
           *               "hidden": false
           *             },
           *             "after": {
           *               "hidden": true
           *             },
           *             "undoes": null,
           *             "undoneBy": null,
           *             "canUndo": true,
           *             "from": {
           *               "ip": "203.0.113.7",
           *               "browser": "Firefox",
           *               "system": "Linux"
           *             }
           *           }
           *         ],
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /** @description The events, the newest first. */
              events: components['schemas']['AuditEvent'][];
              /**
               * @description What the next part is asked for with; `null` at the end.
               * @example null
               */
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
          | 'webhook.resent'
          | 'address.suppressed'
          | 'counts.repaired'
          | 'secret.rotated'
          | 'database.restored'
          | 'database.moved';
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
          /**
           * @example {
           *       "data": {
           *         "actions": [
           *           {
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "events": 1,
           *             "undone": 0,
           *             "undoable": 1,
           *             "first": {
           *               "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *               "action": "019c13d2-7c00-7000-8000-0242ac120002",
           *               "actionEvents": 1,
           *               "at": "2026-01-31T12:00:00.000Z",
           *               "type": "profile.hidden",
           *               "actorKind": "user",
           *               "actor": {
           *                 "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *                 "email": "bob@example.com"
           *               },
           *               "actorKey": null,
           *               "subject": {
           *                 "kind": "profile",
           *                 "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *                 "username": "ann"
           *               },
           *               "reason": "spam",
           *               "note": "Please remove the advertisement.",
           *               "privateNote": "The third time.",
           *               "before": {
           *                 "hidden": false
           *               },
           *               "after": {
           *                 "hidden": true
           *               },
           *               "undoes": null,
           *               "undoneBy": null,
           *               "canUndo": true,
           *               "from": {
           *                 "ip": "203.0.113.7",
           *                 "browser": "Firefox",
           *                 "system": "Linux"
           *               }
           *             }
           *           }
           *         ],
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /** @description The actions, the newest first. */
              actions: components['schemas']['AuditAction'][];
              /**
               * @description What the next part is asked for with; `null` at the end.
               * @example null
               */
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
          | 'webhook.resent'
          | 'address.suppressed'
          | 'counts.repaired'
          | 'secret.rotated'
          | 'database.restored'
          | 'database.moved';
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
          /**
           * @example {
           *       "data": {
           *         "csv": "at,type,actor\r\n2026-01-31T12:00:00.000Z,profile.hidden,bob@example.com\r\n",
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /**
               * @description The events as CSV, a line each below a line of names.
               * @example at,type,actor
               *     2026-01-31T12:00:00.000Z,profile.hidden,bob@example.com
               */
              csv: string;
              /**
               * @description What the next part is asked for with; `null` at the end.
               * @example null
               */
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
  moderationWebhooksList: {
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
           *         "webhooks": [
           *           {
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "url": "https://hooks.example.com/namecard",
           *             "kinds": [
           *               "profile.created"
           *             ],
           *             "state": "on",
           *             "createdAt": "2026-01-31T12:00:00.000Z",
           *             "acceptedAt": "2026-01-31T12:00:00.000Z",
           *             "failingSince": null,
           *             "previousSecretUntil": null,
           *             "isSecretLost": false,
           *             "failed": 1
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /** @description All webhooks, the oldest first. */
              webhooks: components['schemas']['Webhook'][];
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
  moderationWebhooksDeliveries: {
    parameters: {
      query: {
        /** @description The id of the webhook. */
        id: string;
        state?: 'failed';
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
           *         "deliveries": [
           *           {
           *             "number": 1042,
           *             "change": {
           *               "kind": "profile.created",
           *               "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *               "revision": 1,
           *               "at": "2026-01-31T12:00:00.000Z"
           *             },
           *             "state": "waiting",
           *             "attempts": 1,
           *             "outcome": "503",
           *             "nextAttemptAt": "2026-01-31T12:00:00.000Z",
           *             "settledAt": null
           *           }
           *         ],
           *         "nextCursor": null
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /** @description The newest change first. */
              deliveries: components['schemas']['WebhookDelivery'][];
              /**
               * @description What the next part is asked for with; `null` at the end.
               * @example null
               */
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
  moderationWebhooksCreate: {
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
         *       "url": "https://hooks.example.com/namecard",
         *       "kinds": [
         *         "user.created"
         *       ]
         *     }
         */
        'application/json': {
          /**
           * @description Where it is sent to. In production it begins with `https://`.
           * @example https://hooks.example.com/namecard
           */
          url: string;
          /** @description What it is told of. */
          kinds: (
            | 'user.created'
            | 'user.updated'
            | 'user.erased'
            | 'profile.created'
            | 'profile.updated'
            | 'profile.hidden'
            | 'profile.restored'
            | 'profile.deleted'
          )[];
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
           *         "webhook": {
           *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *           "url": "https://hooks.example.com/namecard",
           *           "kinds": [
           *             "profile.created"
           *           ],
           *           "state": "on",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "acceptedAt": "2026-01-31T12:00:00.000Z",
           *           "failingSince": null,
           *           "previousSecretUntil": null,
           *           "isSecretLost": false,
           *           "failed": 1
           *         },
           *         "secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              webhook: components['schemas']['Webhook'];
              /**
               * @description `whsec_` and the key in base64, as Standard Webhooks has it. It is shown this once: it is kept sealed.
               * @example whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=
               */
              secret: string;
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
       *     - `WEBHOOK_LIMIT`: There are as many webhooks as there may be.
       */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'] & {
            /** @enum {string} */
            reason:
              | 'FRESH_SIGN_IN_REQUIRED'
              | 'ROLE_MISSING'
              | 'SCOPE_MISSING'
              | 'WEBHOOK_LIMIT';
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
  moderationWebhooksUpdate: {
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
         *       "url": "https://hooks.example.com/namecard",
         *       "kinds": [
         *         "user.created"
         *       ]
         *     }
         */
        'application/json': {
          /**
           * Format: uuid
           * @description The id of the webhook.
           */
          id: string;
          /**
           * @description Where it is sent to. In production it begins with `https://`.
           * @example https://hooks.example.com/namecard
           */
          url: string;
          /** @description What it is told of. */
          kinds: (
            | 'user.created'
            | 'user.updated'
            | 'user.erased'
            | 'profile.created'
            | 'profile.updated'
            | 'profile.hidden'
            | 'profile.restored'
            | 'profile.deleted'
          )[];
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
           *         "webhook": {
           *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *           "url": "https://hooks.example.com/namecard",
           *           "kinds": [
           *             "profile.created"
           *           ],
           *           "state": "on",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "acceptedAt": "2026-01-31T12:00:00.000Z",
           *           "failingSince": null,
           *           "previousSecretUntil": null,
           *           "isSecretLost": false,
           *           "failed": 1
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              webhook: components['schemas']['Webhook'];
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
      404: components['responses']['WebhookNotFound'];
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
  moderationWebhooksReplaceSecret: {
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
          /**
           * Format: uuid
           * @description The id of the webhook.
           */
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
           *         "webhook": {
           *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *           "url": "https://hooks.example.com/namecard",
           *           "kinds": [
           *             "profile.created"
           *           ],
           *           "state": "on",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "acceptedAt": "2026-01-31T12:00:00.000Z",
           *           "failingSince": null,
           *           "previousSecretUntil": null,
           *           "isSecretLost": false,
           *           "failed": 1
           *         },
           *         "secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              webhook: components['schemas']['Webhook'];
              /**
               * @description `whsec_` and the key in base64, as Standard Webhooks has it. It is shown this once: it is kept sealed.
               * @example whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=
               */
              secret: string;
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
      404: components['responses']['WebhookNotFound'];
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
  moderationWebhooksSwitch: {
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
         *       "isOn": false
         *     }
         */
        'application/json': {
          /**
           * Format: uuid
           * @description The id of the webhook.
           */
          id: string;
          /** @description `true` switches it on, `false` pauses it. */
          isOn: boolean;
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
           *         "webhook": {
           *           "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *           "url": "https://hooks.example.com/namecard",
           *           "kinds": [
           *             "profile.created"
           *           ],
           *           "state": "on",
           *           "createdAt": "2026-01-31T12:00:00.000Z",
           *           "acceptedAt": "2026-01-31T12:00:00.000Z",
           *           "failingSince": null,
           *           "previousSecretUntil": null,
           *           "isSecretLost": false,
           *           "failed": 1
           *         }
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              webhook: components['schemas']['Webhook'];
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
      404: components['responses']['WebhookNotFound'];
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
  moderationWebhooksRemove: {
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
          /**
           * Format: uuid
           * @description The id of the webhook.
           */
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
      404: components['responses']['WebhookNotFound'];
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
  moderationWebhooksTest: {
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
          /**
           * Format: uuid
           * @description The id of the webhook.
           */
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
           *         "isAccepted": false,
           *         "outcome": "204"
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /** @description Whether the answer was a 2xx. */
              isAccepted: boolean;
              /**
               * @description The status that came back, or why none did.
               * @example 204
               */
              outcome: string;
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
      404: components['responses']['WebhookNotFound'];
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
  moderationWebhooksResend: {
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
         *       "number": 1042
         *     }
         */
        'application/json': {
          /**
           * Format: uuid
           * @description The id of the webhook.
           */
          id: string;
          /**
           * @description Of the one change to send again. Left out, all that failed are.
           * @example 1042
           */
          number?: number;
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
           *         "resent": 1
           *       }
           *     }
           */
          'application/json': {
            /** @description What was asked for. */
            data: {
              /**
               * @description How many are sent again; 10,000 at most.
               * @example 1
               */
              resent: number;
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
      404: components['responses']['WebhookNotFound'];
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
          /**
           * @example {
           *       "data": {
           *         "changes": [
           *           {
           *             "kind": "profile.created",
           *             "id": "019c13d2-7c00-7000-8000-0242ac120002",
           *             "revision": 1,
           *             "at": "2026-01-31T12:00:00.000Z",
           *             "user": null,
           *             "profile": {
           *               "username": "ann",
           *               "about": "I play the Caro-Kann, badly.",
           *               "socials": {
           *                 "x": "https://x.com/ann",
           *                 "telegram": "https://t.me/ann",
           *                 "website": "https://ann.example.com",
           *                 "discord": "https://discord.gg/ann"
           *               },
           *               "location": {
           *                 "latitude": 48.2,
           *                 "longitude": 16.4
           *               },
           *               "hidden": false
           *             }
           *           }
           *         ],
           *         "nextCursor": "YyAwMTk5YzBkZS01YTE3LTdjYzAtYjFjMy0yZjRkNmE4ZTliMDEgMQ"
           *       }
           *     }
           */
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
