import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { pageOf } from '#lib/pagination.ts'
import { listAudit } from './list-audit.ts'
import { AuditEntry, ListAuditQuery } from './schema.ts'

/** Adds the route of the audit log. */
export function addAuditRoutes(app: App): void {
  app.get(
    '/api/developer/audit-log',
    {
      config: { permission: { session: 'admin' } },
      schema: {
        operationId: 'listAuditLog',
        summary: 'List the audit log',
        description: 'Returns who did what, newest first.',
        tags: ['Audit log'],
        querystring: ListAuditQuery,
        response: { 200: pageOf(AuditEntry) },
      },
    },
    async (request) => listAudit(scopeOf(request), request.query),
  )
}
