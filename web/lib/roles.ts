import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Role as RoleShape } from '#account/roles/schema.ts'
import { isBuiltInRole } from '#shared/roles.ts'
import { api } from './api.ts'
import type { Wire } from './wire.ts'

/** A built-in or custom role. */
export type Role = Wire<RoleShape>

/** The key of everything that is read about roles. */
export const ROLES = ['roles'] as const

/** Reads all roles: the built-in ones first. */
export const rolesQuery = queryOptions({
  queryKey: [...ROLES, 'all'],
  queryFn: async ({ signal }) =>
    (await api.get<{ data: Role[] }>('/api/v1/roles', {}, signal)).data,
  staleTime: 5 * 60_000,
})

/** Returns a function that names a role by its id, in the member's language if it is built in. */
export function useRoleName(): (id: string) => string {
  const t = useTranslations('settings.roles.names')
  const { data: roles = [] } = useQuery(rolesQuery)
  return (id) => (isBuiltInRole(id) ? t(id) : (roles.find((role) => role.id === id)?.name ?? '…'))
}
