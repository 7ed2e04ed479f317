/** One webhook: the bytes, signed once, and what became of them. Times are milliseconds since 1970. */
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
  /** What chaos did to it. */
  struckBy: string[]
  body: Buffer
  signature: string
  onSettled: ((state: Delivery['state']) => void)[]
}
