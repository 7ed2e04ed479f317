import type { LaneRef } from '#db/context.ts'
import type { LaneKind } from '#db/tables/lanes.ts'

/** The part of a lane that a notification names. */
export type NamedLane = Pick<LaneRef, 'kind' | 'targetId'>

/** PostgreSQL limits payloads to less than 8,000 bytes. */
const LANES_MAX = 140

/** Returns the payload of a notification by the process `from`; it names no lanes if there are too many. */
export function writeWakeNotice(from: string, lanes: NamedLane[]): string {
  if (lanes.length > LANES_MAX) return from
  return [from, ...lanes.map(({ kind, targetId }) => `${kind}:${targetId}`)].join()
}

/** Reads a payload; without `lanes`, any lane may be due. */
export function readWakeNotice(payload = ''): { from: string; lanes: NamedLane[] | undefined } {
  const [from = '', ...names] = payload.split(',')
  const lanes = names.map((name) => {
    const [kind, targetId] = name.split(':')
    return { kind: kind as LaneKind, targetId: targetId! }
  })
  return { from, lanes: lanes.length > 0 ? lanes : undefined }
}
