import type { BusinessNumber } from '../webhooks/envelope.ts'

/** A business number with the details that the API returns and changes. */
export interface NumberDetails extends BusinessNumber {
  verifiedName: string
  qualityRating: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN'
  nameStatus: string
  status: string
  throughput: 'STANDARD' | 'HIGH' | 'NOT_APPLICABLE'
  messagingLimit: string
  isRegistered: boolean
  /** Whether the number is also used in the app on a phone: fixed throughput, echoes, history. */
  isCoexistence: boolean
  pin: string | null
  profile: Record<string, unknown>
  blockedUsers: string[]
}

/** A business account (WABA). */
export interface Account {
  id: string
  name: string
  /** Replaces the configured webhook address for this account. */
  webhookUrl: string | null
  isSubscribed: boolean
}

/** A group created by a business number. */
export interface Group {
  id: string
  phoneNumberId: string
  subject: string
  participants: string[]
}
