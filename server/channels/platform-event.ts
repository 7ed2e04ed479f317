import type { AccountReport, TemplateReport } from '#platforms/reports.ts'

/**
 * A platform's report that is not a message. `fingerprint` is the same for a repetition, `at` is the platform's time,
 * `event` is the platform's own name of it. `account` and `template` contain what the event changes.
 */
export type PlatformEvent = {
  channelId: string | null
  businessAccount: string | null
  field: string
  event: string | null
  data: unknown
  fingerprint: string
  at: Date
  account?: AccountReport | undefined
  template?: TemplateReport | undefined
}
