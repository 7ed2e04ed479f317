const KEPT_MS = 7 * 86_400_000

/** Returns until when an archive that was completed at `at` can be downloaded. */
export function keptUntil(at: Date): Date {
  return new Date(at.getTime() + KEPT_MS)
}
