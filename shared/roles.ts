import type { Scope } from './scopes.ts'

/**
 * Every set of conversations that a role can see. `teams`: those of the member's teams, assigned to them, or in which they take part.
 * `own`: assigned to them, unassigned in one of their teams, or in which they take part.
 */
export const VISIBILITIES = ['all', 'teams', 'own'] as const

/** The conversations, tickets and contacts that a role can see. */
export type Visibility = (typeof VISIBILITIES)[number]

/** The rights of a role. A member can call a route if `scopes` grant what a key needs for it. */
export type RoleRights = {
  scopes: readonly Scope[]
  visibility: Visibility
  /** Whether the role also sees conversations and tickets without a team. */
  sees_no_team: boolean
}

/** Every built-in role with its scopes. A workspace can change the visibility of all but `admin`. */
export const BUILT_IN_ROLES = {
  admin: { scopes: ['*'], visibility: 'all', sees_no_team: true },
  supervisor: { scopes: ['read', 'write'], visibility: 'all', sees_no_team: true },
  agent: { scopes: ['read', 'write'], visibility: 'all', sees_no_team: true },
  light_agent: { scopes: ['read', 'notes:write'], visibility: 'all', sees_no_team: true },
  viewer: { scopes: ['read'], visibility: 'all', sees_no_team: true },
} as const satisfies Record<string, RoleRights>

/** The name of a built-in role. */
export type BuiltInRole = keyof typeof BUILT_IN_ROLES

/** Every name of a built-in role, the one with most rights first. */
export const BUILT_IN_ROLE_NAMES = Object.keys(BUILT_IN_ROLES) as readonly BuiltInRole[]

/** Returns whether a role is built in. */
export function isBuiltInRole(role: string): role is BuiltInRole {
  return Object.hasOwn(BUILT_IN_ROLES, role)
}

/** Longest name of a role, in characters. */
export const ROLE_NAME_CHARACTERS_MAX = 60

/** The most custom roles of a workspace. */
export const ROLES_MAX = 50
