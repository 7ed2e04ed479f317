import { queryOptions } from '@tanstack/react-query'
import type { AuditEntry } from '#account/audit/schema.ts'
import { api } from '../../lib/api.ts'
import type { Wire } from '../../lib/wire.ts'

/** An entry of the audit log. */
export type Entry = Wire<AuditEntry>

/** Returns the query of an entry of the audit log. */
export function auditEntryQuery(id: string) {
  return queryOptions({
    queryKey: ['audit-log', 'entry', id],
    queryFn: ({ signal }) => api.get<Entry>(`/api/developer/audit-log/${id}`, {}, signal),
    staleTime: Infinity,
  })
}
