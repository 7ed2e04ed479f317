import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Roles } from '#db/tables/teams.ts'
import { closedObject, nullable, optionals, Time, titled } from '#lib/schemas.ts'
import { rightsOf } from '#lib/rights-of.ts'
import {
  BUILT_IN_ROLE_NAMES,
  isBuiltInRole,
  ROLE_NAME_CHARACTERS_MAX,
  ROLE_SCOPES,
  VISIBILITIES,
} from '#shared/roles.ts'
import type { BuiltInRole } from '#shared/roles.ts'

const description = `The name of a built-in role (${BUILT_IN_ROLE_NAMES.map((each) => `\`${each}\``).join(', ')}), or the id of a custom one.`

/** A role of a member in an answer. */
export const RoleId = Type.String({ description })

/** A role of a member in a body. */
export const ChosenRole = Type.String({
  pattern: `^(${BUILT_IN_ROLE_NAMES.join('|')}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$`,
  'x-message': `must be ${BUILT_IN_ROLE_NAMES.join(', ')} or the id of a custom role`,
  description,
})

const fields = {
  scopes: Type.Array(Type.Enum([...ROLE_SCOPES]), {
    minItems: 1,
    maxItems: ROLE_SCOPES.length,
    description:
      'The scopes of its members, as keys have them. A member can do what a key with them can.',
  }),
  visibility: Type.Enum([...VISIBILITIES], {
    default: 'all',
    description:
      'The conversations, tickets and contacts that its members see. `all`: those of the workspace. `teams`: those of their teams, those assigned to them, and those in which they take part. `own`: those assigned to them, unassigned ones of their teams, and those in which they take part.',
  }),
  sees_no_team: Type.Boolean({
    default: true,
    description:
      'Whether its members also see what has no team; with `own`, as long as it is unassigned.',
  }),
}
const Name = Type.String({
  minLength: 1,
  maxLength: ROLE_NAME_CHARACTERS_MAX,
  description: 'Names of roles differ by more than their case.',
})

/** A role of members: what they can do, and what they see. */
export const Role = titled('Role', {
  id: RoleId,
  name: Type.String(),
  is_built_in: Type.Boolean(),
  scopes: Type.Array(Type.String(), {
    description: 'The scopes of its members. `*`: everything, as only an admin can.',
  }),
  visibility: Type.Enum([...VISIBILITIES]),
  sees_no_team: Type.Boolean(),
  created_at: nullable(Time),
  updated_at: nullable(Time),
})

/** A role of members. */
export type Role = Static<typeof Role>

/** The response of GET /api/v1/roles. */
export const RoleList = titled('Roles', { data: Type.Array(Role) })

/** The body of POST /api/v1/roles. */
export const CreateRoleBody = closedObject({
  name: Name,
  scopes: fields.scopes,
  ...optionals({ visibility: fields.visibility, sees_no_team: fields.sees_no_team }),
})

/** The body of PATCH /api/v1/roles/{id}: only fields that are present are updated. */
export const UpdateRoleBody = closedObject(optionals({ name: Name, ...fields }))

/** The fields of a role to update. */
export type UpdateRoleInput = Static<typeof UpdateRoleBody>

/** The parameter of the path of a role. */
export const RoleParams = Type.Object({
  id: Type.String({ maxLength: 36, description }),
})

const NAMES: Readonly<Record<BuiltInRole, string>> = {
  admin: 'Admin',
  supervisor: 'Supervisor',
  agent: 'Agent',
  light_agent: 'Light agent',
  viewer: 'Viewer',
}

/** Returns a role as the API shows it. `row` is missing for a built-in one whose visibility was never changed. */
export function toRole(id: string, row: Selectable<Roles> | undefined): Role {
  const isBuiltIn = isBuiltInRole(id)
  const { scopes, visibility, sees_no_team } = rightsOf(id, row)
  return {
    id,
    name: row?.name ?? (isBuiltIn ? NAMES[id] : id),
    is_built_in: isBuiltIn,
    scopes: [...scopes],
    visibility,
    sees_no_team,
    created_at: (!isBuiltIn && row?.created_at) || null,
    updated_at: row?.updated_at ?? null,
  }
}
