import { queueMails } from '#account/mail/queue-mails.ts'
import type { Mail } from '#account/mail/queue-mails.ts'
import { isAdmin } from '#account/users/is-admin.ts'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { memberOf } from '#inbox/own-drafts/member-of.ts'
import { isUuid } from '#lib/ids.ts'
import { composeReportMail } from './compose-report-mail.ts'
import { findReportReaders } from './find-report-readers.ts'
import { visibleSchedules } from './lock-report-schedule.ts'

/** Mails a scheduled report to the scope's member now, and to nobody else. @throws {AppError} report_schedule_not_found, busy */
export async function sendReportToMe(scope: Scope, id: string): Promise<void> {
  const isByAdmin = await isAdmin(scope)
  const schedule = isUuid(id)
    ? await visibleSchedules(scope, isByAdmin).selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (!schedule) throw notFound('report_schedules', id)
  const readers = await findReportReaders(scope, [memberOf(scope)])
  const now = scope.clock.now()
  const mails: Mail[] = []
  for (const reader of readers)
    mails.push(await composeReportMail(unrestricted(scope), schedule, reader, now))
  await transaction(scope, (tx) => queueMails(tx, mails))
}
