import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { pageOf } from '#lib/page.ts'
import { dismissNotice } from './dismiss-notice.ts'
import { listNotices } from './list-notices.ts'
import { ListNoticesQuery, NoticeResource } from './schema.ts'

/** Adds the routes of notices. */
export function addNoticeRoutes(app: App): void {
  const notices = resource(app, '/api/developer/notices', {
    tag: 'Notices',
    read: { session: 'admin' },
    write: { session: 'admin' },
  })

  notices.get('', {
    operationId: 'listNotices',
    summary: 'List notices',
    description:
      "Returns the notices sent to the workspace's admins, newest first. Admins also receive each notice by mail.",
    query: ListNoticesQuery,
    response: { 200: pageOf(NoticeResource) },
    run: (scope, { query }) => listNotices(scope, query),
  })
  notices.post('/:id/dismiss', {
    operationId: 'dismissNotice',
    summary: 'Dismiss a notice',
    description:
      'Dismisses the notice for all admins of the workspace. Dismissing it again changes nothing.',
    errors: ['notice_not_found'],
    response: { 200: NoticeResource },
    runs: 'tenant',
    run: (scope, { id }) => dismissNotice(scope, id),
  })
}
