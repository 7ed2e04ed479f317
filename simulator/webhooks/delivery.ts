/** One webhook: the bytes, signed once, and its results. Times are milliseconds since 1970. */
export interface Delivery {
  id: string
  kind: 'inbound' | 'status' | 'field' | 'payload'
  lane: string
  url: string
  messageIds: string[]
  state: 'pending' | 'delivered' | 'abandoned' | 'cancelled'
  tries: number
  lastStatusCode: number | null
  lastError: string | null
  createdAt: number
  nextTryAt: number | null
  deliveredAt: number | null
  /** The failures that chaos caused. */
  struckBy: string[]
  body: Buffer
  signature: string
  onSettled: ((state: Delivery['state']) => void)[]
}
