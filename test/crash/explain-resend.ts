import type { Kill } from './part.ts'

/** The platform may note a message a moment after its sender was killed. */
const NOTED_MS = 1_000

/** Maximum time from the platform's response until it is stored, also while the database restarts. */
const STORED_MS = 15_000

/** Returns the part whose kill explains why a message that the platform received at `at` was sent again. */
export function explainResend(at: number, kills: Kill[]): string | undefined {
  return kills.find(
    (kill) =>
      (kill.name.startsWith('worker') || kill.backAt !== undefined) &&
      (kill.backAt ?? kill.at) >= at - NOTED_MS &&
      kill.at <= at + STORED_MS,
  )?.name
}
