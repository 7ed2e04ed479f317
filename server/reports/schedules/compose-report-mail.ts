import { toMailText } from '#account/mail/mail-texts.ts'
import type { Mail } from '#account/mail/queue-mails.ts'
import type { Scope } from '#db/context.ts'
import { growingRead } from '#db/growing-read.ts'
import { asViewer } from '#db/visibility/as-viewer.ts'
import { findMemberViewer } from '#db/visibility/find-member-viewer.ts'
import { REPORT_KINDS } from '../report-kinds.ts'
import { givenFilters } from './check-schedule.ts'
import type { ReportReader } from './find-report-readers.ts'
import { periodBefore } from './period-before.ts'
import type { ReportSchedule } from './schema.ts'
import { reportWords } from './words/report-words.ts'
import { writeFigures } from './write-figures.ts'

/** What a report is about. */
type Subject = Pick<ReportSchedule, 'report' | 'filters' | 'period' | 'time_zone'>

/** Names of parameters of the reports page that are not those of the API. */
const PAGE_NAMES: Readonly<Record<string, string>> = {
  channel_id: 'channel',
  member_id: 'member',
  endpoint_id: 'endpoint',
}

/**
 * Computes a report as a member sees it, for the period before `sentAt`, and writes the mail with its figures and its CSV.
 *
 * @throws {AppError} busy
 */
export async function composeReportMail(
  scope: Scope,
  { report, filters, period, time_zone }: Subject,
  reader: ReportReader,
  sentAt: Date,
): Promise<Mail> {
  const kind = REPORT_KINDS[report]
  const days = periodBefore(period, sentAt, time_zone)
  const given = givenFilters(filters)
  const query = { ...given, ...days, time_zone }
  const own: Scope = {
    ...asViewer(scope, findMemberViewer(reader)),
    actor: { type: 'member', id: reader.id },
  }
  const found = await growingRead(own, 'report', (each) => kind.read(each, query))
  const words = reportWords(reader.locale)
  const text = toMailText(
    words.mail({
      report: words.reports[report],
      period: words.period(days),
      figures: writeFigures(kind.figures(found), words),
      link: toLink(scope, report, { ...given, ...days }),
    }),
  )
  const filename = `${report}-${days.from}-${days.to}.csv`
  return { to: reader.email, ...text, attachment: { filename, content: kind.csv(found) } }
}

function toLink({ config }: Scope, report: string, query: Record<string, unknown>): string {
  const url = new URL('/reports', config.publicUrl)
  for (const [name, value] of Object.entries({ report, period: 'custom', ...query }))
    url.searchParams.set(PAGE_NAMES[name] ?? name, String(value))
  return url.href
}
