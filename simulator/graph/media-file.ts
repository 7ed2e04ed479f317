/** A file of either side; the platform's ids are digits. */
export interface Media {
  id: string
  bytes: Buffer
  mimeType: string
  filename: string | null
  /** Base64, as in webhooks. */
  sha256: string
  origin: 'business' | 'customer'
  createdAt: number
  expiresAt: number
  /** Part of every URL of the file. */
  key: string
}
