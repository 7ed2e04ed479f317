import { IDENTITY_PLATFORMS } from './channel-types.ts'

/** Kind of identity that belongs to one platform. */
export type ChannelIdentityKind = keyof typeof IDENTITY_PLATFORMS

/** Kinds of identities that belong to one platform each. */
export const CHANNEL_IDENTITY_KINDS = Object.keys(IDENTITY_PLATFORMS) as ChannelIdentityKind[]

/** Kinds of identities that are names which customers chose. They can change and pass to others. */
export const USERNAME_KINDS = ['wa_username'] as const satisfies ChannelIdentityKind[]

/** Every kind of identity of a contact. */
export const IDENTITY_KINDS = ['phone_e164', 'email', ...CHANNEL_IDENTITY_KINDS] as const

/** Kind of identity of a contact. */
export type IdentityKind = (typeof IDENTITY_KINDS)[number]
