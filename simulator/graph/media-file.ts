/** A file of either side; the platform's ids are digits. */
export interface Media {
  id: string
  bytes: Buffer
  mimeType: string
  filename: string | null
  /** Base64, as webhooks carry it. */
  sha256: string
  origin: 'business' | 'customer'
  createdAt: number
  expiresAt: number
  /** Part of every address that leads to it. */
  key: string
}
