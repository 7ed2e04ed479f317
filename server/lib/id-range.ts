import { firstId } from './ids.ts'

/** How far the time in an id may stand from the time that its row was created at. */
const SLACK_MS = 60_000

/**
 * The ids that rows created from `since` and before `until` can have, the first included and the last not;
 * undefined where that side is open. It is a little wider than the times: compare those too.
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
