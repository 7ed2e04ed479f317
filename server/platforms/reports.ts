/**
 * State of an account as the platform reports it; only the fields that changed. `standing` without a status is a
 * violation that had no consequence. `isThroughputRaised`: the platform now accepts more messages per second.
 * `displayPhone` names one number of a business account.
 */
export type AccountReport = {
  standing?: {
    status?: 'active' | 'restricted' | 'disabled' | 'disconnected'
    reason: string | null
  }
  quality?: string
  messagingLimit?: string
  username?: string | null
  isThroughputRaised?: boolean
  displayPhone?: string | undefined
}

/** Change of a message template as the platform reports it; null fields did not change. */
export type TemplateReport = {
  name: string
  language: string
  platformTemplateId: string | null
  status: string | null
  statusReason: string | null
  quality: string | null
  category: string | null
}

/** Message template in the platform's list. */
export type PlatformTemplate = {
  id: string | null
  name: string
  language: string
  category: string | null
  status: string | null
  reason: string | null
  quality: string | null
  components: unknown
}
