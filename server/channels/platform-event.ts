import type { AccountReport, TemplateReport } from '#platforms/reports.ts'

/**
 * A platform's report that is not a message. `fingerprint` is the same for a repetition, `at` is the platform's time,
 * `event` its own word. `account` and `template` say what the event changes.
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
