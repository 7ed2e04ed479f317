import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { WithConfig, WithClock, WithDirectory } from '#db/context.ts'
import { hashSecret } from '#lib/api-key-format.ts'
import { deriveKey } from '#lib/encrypt.ts'
import { AppError } from '#lib/errors.ts'

/** The time in which a challenge must be answered. */
export const CHALLENGE_MS = 5 * 60_000

/** The purpose of a challenge, and the session or browser that asked for it. No other one can answer it. */
type ChallengeUse = { purpose: 'sign-in' | 'add' | 'confirm'; holder: string }

/** Creates and checks the challenges that passkeys sign. */
export type Challenges = {
  create: (use: ChallengeUse) => string
  /** Checks that a challenge was created for this use and has not expired. @throws {AppError} challenge_expired */
  check: (challenge: string, use: ChallengeUse) => void
}

/** Source: WebAuthn Level 3 §13.4.3: challenges have at least 16 random bytes. */
const RANDOM_BYTES = 16
const TIME_BYTES = 6
const HEAD_BYTES = RANDOM_BYTES + TIME_BYTES
const MAC_BYTES = 32
/** Marks of used challenges outlive them, because the clocks of processes differ a little. */
const MARGIN_MS = 60_000

/**
 * Creates the maker of challenges. A challenge consists of random bytes, its expiry and a signature of both and of its
 * use, so that strangers who ask for challenges store nothing. Only a correct answer is stored, by `useChallenge`.
 */
export function createChallenges({ config, clock }: WithConfig & WithClock): Challenges {
  if (!config.secretKey) throw new Error('SECRET_KEY is required to sign challenges.')
  const key = deriveKey(config.secretKey, 'parley passkey challenges')

  const sign = (head: Buffer, { purpose, holder }: ChallengeUse) =>
    createHmac('sha256', key).update(head).update(`${purpose} ${holder}`).digest()

  return {
    create(use) {
      const head = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(TIME_BYTES)])
      head.writeUIntBE(clock.now().getTime() + CHALLENGE_MS, RANDOM_BYTES, TIME_BYTES)
      return Buffer.concat([head, sign(head, use)]).toString('base64url')
    },
    check(challenge, use) {
      const bytes = Buffer.from(challenge, 'base64url')
      const isCanonical = bytes.toString('base64url') === challenge
      if (!isCanonical || bytes.length !== HEAD_BYTES + MAC_BYTES) throw challengeExpired()
      const head = bytes.subarray(0, HEAD_BYTES)
      const isOurs = timingSafeEqual(bytes.subarray(HEAD_BYTES), sign(head, use))
      if (!isOurs || expiryOf(bytes) <= clock.now().getTime()) throw challengeExpired()
    },
  }
}

/**
 * Uses up a checked challenge in the caller's transaction. If two requests do so at once, only one succeeds.
 *
 * @throws {AppError} challenge_expired
 */
export async function useChallenge(tx: WithDirectory, challenge: string): Promise<void> {
  const expiresAt = new Date(expiryOf(Buffer.from(challenge, 'base64url')) + MARGIN_MS)
  const { numAffectedRows } = await sql`
    insert into used_challenges (hash, expires_at) values (${hashSecret(challenge)}, ${expiresAt})
    on conflict do nothing`.execute(tx.directory)
  if (numAffectedRows !== 1n) throw challengeExpired()
}

function expiryOf(bytes: Buffer): number {
  return bytes.readUIntBE(RANDOM_BYTES, TIME_BYTES)
}

function challengeExpired(): AppError {
  return new AppError(
    'challenge_expired',
    'The request for a passkey has expired or was already answered. Try again.',
  )
}
