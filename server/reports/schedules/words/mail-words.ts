import type { MailParts } from '#account/mail/mail-parts.ts'
import type { ReportName } from '#shared/reports.ts'
import type { FigureLabel } from '../../report-figure.ts'

/** The words of mails with reports, in one language. */
export type MailWords = {
  locale: string
  reports: Record<ReportName, string>
  labels: Record<FigureLabel, string>
  /** A figure of the period before. */
  before: (value: string) => string
  /** The days of a period, such as 2026-03-01; the last one is included. */
  period: (days: { from: string; to: string }) => string
  mail: (facts: { report: string; period: string; figures: string[]; link: string }) => MailParts
}
