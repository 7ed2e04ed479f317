import type { Selectable } from 'kysely'
import { queueMails } from '#account/mail/queue-mails.ts'
import type { Mail } from '#account/mail/queue-mails.ts'
import { isAdmin } from '#account/users/is-admin.ts'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import type { ReportSchedules } from '#db/tables/report-schedules.ts'
import { transaction } from '#db/transaction.ts'
import { memberOf } from '#inbox/own-drafts/member-of.ts'
import { isUuid } from '#lib/ids.ts'
import { composeReportMail } from './compose-report-mail.ts'
import { findReportReaders } from './find-report-readers.ts'
import { visibleSchedules } from './lock-report-schedule.ts'
import { toReportSchedule } from './schema.ts'
import type { ReportSchedule } from './schema.ts'

/** A scheduled report, and the mail with it to the scope's member. */
type OwnReport = { schedule: Selectable<ReportSchedules>; mails: Mail[] }

/** Computes a scheduled report for the scope's member; undefined if they see no such schedule. @throws {AppError} busy */
export async function composeReportToMe(scope: Scope, id: string): Promise<OwnReport | undefined> {
  const isByAdmin = await isAdmin(scope)
  const schedule = isUuid(id)
    ? await visibleSchedules(scope, isByAdmin).selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (!schedule) return undefined
  const readers = await findReportReaders(scope, [memberOf(scope)])
  const now = scope.clock.now()
  const mails: Mail[] = []
  for (const reader of readers) mails.push(await composeReportMail(scope, schedule, reader, now))
  return { schedule, mails }
}

/** Mails a scheduled report to the scope's member now, and to nobody else. `own` is what `composeReportToMe` found. @throws {AppError} report_schedule_not_found */
export async function sendReportToMe(
  scope: Scope,
  id: string,
  own: OwnReport | undefined,
): Promise<ReportSchedule> {
  if (!own) throw notFound('report_schedules', id)
  await transaction(scope, (tx) => queueMails(tx, own.mails))
  return toReportSchedule(own.schedule)
}
