import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { pageOf } from '#lib/page.ts'
import { getAuditEntry } from './get-audit-entry.ts'
import { listAudit } from './list-audit.ts'
import { AuditEntry, ListAuditQuery } from './schema.ts'

/** Adds the routes of the audit log. */
export function addAuditRoutes(app: App): void {
  const auditLog = resource(app, '/api/developer/audit-log', {
    tag: 'Audit log',
    read: { session: 'admin' },
  })

  auditLog.get('', {
    operationId: 'listAuditLog',
    summary: 'List the audit log',
    description: 'Returns who did what, newest first.',
    query: ListAuditQuery,
    response: { 200: pageOf(AuditEntry) },
    run: (scope, { query }) => listAudit(scope, query),
  })
  auditLog.get('/:id', {
    operationId: 'getAuditEntry',
    summary: 'Get an entry of the audit log',
    description: 'Returns who did what, and what changed.',
    errors: ['audit_entry_not_found'],
    response: { 200: AuditEntry },
    run: (scope, { id }) => getAuditEntry(scope, id),
  })
}
