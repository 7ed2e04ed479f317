import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { pageOf } from '#lib/page.ts'
import { listAudit } from './list-audit.ts'
import { AuditEntry, ListAuditQuery } from './schema.ts'

/** Adds the route of the audit log. */
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
}
