import { invalidPasskey } from './invalid-passkey.ts'

/** Returns the challenge that a browser's answer contains. @throws {AppError} invalid_passkey */
export function readChallenge(clientDataJson: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString())
    const challenge = (data as { challenge?: unknown } | null)?.challenge
    if (typeof challenge === 'string') return challenge
  } catch {
    // Not JSON.
  }
  throw invalidPasskey()
}
