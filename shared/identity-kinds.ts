/** Kinds of identities that belong to one platform each. */
export const CHANNEL_IDENTITY_KINDS = ['wa_id', 'bsuid', 'psid', 'igsid'] as const

/** Every kind of identity of a contact. */
export const IDENTITY_KINDS = ['phone_e164', 'email', ...CHANNEL_IDENTITY_KINDS] as const

/** Kind of identity of a contact. */
export type IdentityKind = (typeof IDENTITY_KINDS)[number]
