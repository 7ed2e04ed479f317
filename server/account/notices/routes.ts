import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce } from '#http/idempotency.ts'
import { pageOf } from '#lib/pagination.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import { dismissNotice } from './dismiss-notice.ts'
import { listNotices } from './list-notices.ts'
import { ListNoticesQuery, NoticeResource } from './schema.ts'

const config = { permission: { session: 'admin' } } as const
const tags = ['Notices']

/** Adds the routes of notices. */
export function addNoticeRoutes(app: App): void {
  app.get(
    '/api/developer/notices',
    {
      config,
      schema: {
        operationId: 'listNotices',
        summary: 'List notices',
        description:
          "Returns the notices sent to the workspace's admins, newest first. Admins also receive each notice by mail.",
        tags,
        querystring: ListNoticesQuery,
        response: { 200: pageOf(NoticeResource) },
      },
    },
    async (request) => listNotices(scopeOf(request), request.query),
  )
  app.post(
    '/api/developer/notices/:id/dismiss',
    {
      config,
      schema: {
        operationId: 'dismissNotice',
        summary: 'Dismiss a notice',
        description:
          'Dismisses the notice for all admins of the workspace. Dismissing it again changes nothing.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['notice_not_found'],
        isIdempotent: true,
        response: { 200: NoticeResource },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) => dismissNotice(scope, request.params.id)),
  )
}
