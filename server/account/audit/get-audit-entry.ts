import type { Scope } from '#db/context.ts'
import { findById } from '#db/find-by-id.ts'
import { AppError } from '#lib/errors.ts'
import type { AuditEntry } from './schema.ts'
import { toAuditEntries } from './to-audit-entries.ts'

/** Returns an entry of the audit log. @throws {AppError} audit_entry_not_found */
export async function getAuditEntry(scope: Scope, id: string): Promise<AuditEntry> {
  const row = await findById(scope, 'audit_entries', id)
  const [entry] = row ? await toAuditEntries(scope, [row]) : []
  if (!entry)
    throw new AppError('audit_entry_not_found', `There is no entry ${id} in this audit log.`)
  return entry
}
