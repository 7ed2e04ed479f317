import type { Selectable } from 'kysely'
import { queueMails } from '#account/mail/queue-mails.ts'
import type { Mail } from '#account/mail/queue-mails.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { updateTable } from '#db/select-from.ts'
import type { ReportSchedules } from '#db/tables/report-schedules.ts'
import { transaction } from '#db/transaction.ts'
import { composeReportMail } from './compose-report-mail.ts'
import { findReportReaders } from './find-report-readers.ts'
import { nextSending } from './next-sending.ts'

/** The columns of a scheduled report that is due. */
type DueReport = Selectable<ReportSchedules>

/**
 * Queues the mails of the workspace's scheduled reports that are due, until none is left or `isOver` returns true. The mails of a report
 * are queued in one transaction with its next time, so they are sent once, whatever is killed; times that passed meanwhile are left
 * out. Returns when the next report is due, or null.
 *
 * @throws {AppError} busy
 */
export async function sendDueReports(
  scope: Scope,
  isOver: () => boolean = () => false,
): Promise<Date | null> {
  while (!isOver()) {
    const due = await findFirstDue(scope)
    if (!due) break
    await sendReport(scope, due)
  }
  const { rows } = await prepared<{ next_at: Date }>`
    select next_at from report_schedules
    where workspace_id = ${scope.workspaceId} order by next_at limit 1`.execute(scope.db)
  return rows[0]?.next_at ?? null
}

async function findFirstDue(scope: Scope): Promise<DueReport | undefined> {
  const { rows } = await prepared<DueReport>`
    select id, report, filters, period, every, on_day, hour, time_zone, recipient_ids, next_at from report_schedules
    where workspace_id = ${scope.workspaceId} and next_at <= ${scope.clock.now()}
    order by next_at, id limit 1`.execute(scope.db)
  return rows[0]
}

async function sendReport(scope: Scope, due: DueReport): Promise<void> {
  const readers = await findReportReaders(scope, due.recipient_ids)
  const mails: Mail[] = []
  for (const reader of readers) mails.push(await composeReportMail(scope, due, reader, due.next_at))
  const now = scope.clock.now()
  await transaction(scope, async (tx) => {
    // Another process may have sent it, or a member changed it, while the figures were read.
    const { numUpdatedRows } = await updateTable(tx, 'report_schedules')
      .set({ next_at: nextSending(due, now), sent_at: now })
      .where('id', '=', due.id)
      .where('next_at', '=', due.next_at)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await queueMails(tx, mails)
  })
}
