import { firstId } from '../ids.ts'

/** The largest difference between the time in an id and its row's `created_at`. */
const SLACK_MS = 60_000

/**
 * Returns the range of ids that rows created from `since` (included) until `until` (excluded) can have,
 * undefined for an open side. The range is slightly wider than the times, so compare those as well.
 */
export function idRange(times: { since: Date | undefined; until: Date | undefined }): {
  first: string | undefined
  end: string | undefined
} {
  return {
    first: times.since && firstId(new Date(times.since.getTime() - SLACK_MS)),
    end: times.until && firstId(new Date(times.until.getTime() + SLACK_MS)),
  }
}
