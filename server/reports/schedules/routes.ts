import { isAdmin } from '#account/users/is-admin.ts'
import { findPresentMembers } from '#conversations/find-present-members.ts'
import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { pageOf } from '#lib/page.ts'
import { createReportSchedule } from './create-report-schedule.ts'
import { deleteReportSchedule } from './delete-report-schedule.ts'
import { listReportSchedules } from './list-report-schedules.ts'
import {
  CreateReportScheduleBody,
  ListReportSchedulesQuery,
  ReportSchedule,
  UpdateReportScheduleBody,
} from './schema.ts'
import { composeReportToMe, sendReportToMe } from './send-report-to-me.ts'
import { updateReportSchedule } from './update-report-schedule.ts'

/** Adds the web app's routes of reports that are sent by mail at a time. */
export function addReportScheduleRoutes(app: App): void {
  const routes = resource(app, '/api/app/report-schedules', {
    tag: 'Session',
    read: { session: 'member', scope: 'reports:read' },
    write: { session: 'member', scope: 'reports:read' },
    notFound: 'report_schedule_not_found',
  })

  routes.get('', {
    operationId: 'listReportSchedules',
    summary: 'List scheduled reports',
    description: 'Those that you created or get, newest first; for admins all.',
    query: ListReportSchedulesQuery,
    response: { 200: pageOf(ReportSchedule) },
    run: (scope, { query }) => listReportSchedules(scope, query),
  })
  routes.post('', {
    operationId: 'createReportSchedule',
    summary: 'Schedule a report',
    description:
      'Sends the report by mail at its time, to each recipient with figures of what they see. Who cannot sign in, or may not read reports any more, gets none.',
    body: CreateReportScheduleBody,
    errors: ['membership_not_found', 'too_many_report_schedules'],
    response: { 201: ReportSchedule },
    runs: 'tenant',
    before: (scope, { body }) => findPresentMembers(scope, body.recipient_ids),
    run: (scope, { body }, present) => createReportSchedule(scope, body, present),
  })
  routes.patch('/:id', {
    operationId: 'updateReportSchedule',
    summary: 'Update a scheduled report',
    description: 'Only the author or an admin can do this. Only the fields you send are updated.',
    body: UpdateReportScheduleBody,
    errors: ['author_required', 'membership_not_found'],
    response: { 200: ReportSchedule },
    runs: 'tenant',
    before: async (scope, { body }) => ({
      isByAdmin: await isAdmin(scope),
      present: await findPresentMembers(scope, body.recipient_ids ?? []),
    }),
    run: (scope, { id, body }, found) => updateReportSchedule(scope, id, body, found),
  })
  routes.delete('/:id', {
    operationId: 'deleteReportSchedule',
    summary: 'Delete a scheduled report',
    description: 'Only the author or an admin can do this.',
    errors: ['author_required'],
    run: (scope, { id }) => deleteReportSchedule(scope, id),
  })
  routes.post('/:id/send', {
    operationId: 'sendReportToMe',
    summary: 'Mail a scheduled report to yourself now',
    description: 'Nobody else gets it.',
    errors: ['busy'],
    response: { 200: ReportSchedule },
    runs: 'tenant',
    before: (scope, { id }) => composeReportToMe(scope, id),
    run: (scope, { id }, own) => sendReportToMe(scope, id, own),
  })
}
