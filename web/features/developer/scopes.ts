/** The scopes that allow reading. */
export const READ_SCOPES = [
  'chats:read',
  'messages:read',
  'contacts:read',
  'tickets:read',
  'events:read',
  'reports:read',
] as const

/** The scopes that allow writing. */
export const WRITE_SCOPES = [
  'chats:write',
  'messages:write',
  'contacts:write',
  'tickets:write',
] as const

/** The scopes that include others. */
export const WIDE_SCOPES = ['read', 'write', 'admin', '*'] as const

/** Common combinations of scopes. */
export const PRESETS = { read: ['read'], write: ['read', 'write'], full: ['*'] } as const

/** A scope that a key can be created with. */
export type Scope =
  | (typeof READ_SCOPES)[number]
  | (typeof WRITE_SCOPES)[number]
  | (typeof WIDE_SCOPES)[number]
