import type { BusinessNumber } from '../webhooks/envelope.ts'

/** A business number with what the API tells and takes of it. */
export interface NumberDetails extends BusinessNumber {
  verifiedName: string
  qualityRating: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN'
  nameStatus: string
  status: string
  throughput: 'STANDARD' | 'HIGH' | 'NOT_APPLICABLE'
  messagingLimit: string
  isRegistered: boolean
  /** The number is also in the app on a phone: fixed throughput, echoes, history. */
  isCoexistence: boolean
  pin: string | null
  profile: Record<string, unknown>
  blockedUsers: string[]
}

/** A business account (WABA). */
export interface Account {
  id: string
  name: string
  /** Where its webhooks go instead of the configured address. */
  webhookUrl: string | null
  isSubscribed: boolean
}

/** A group that a business number has made. */
export interface Group {
  id: string
  phoneNumberId: string
  subject: string
  participants: string[]
}
