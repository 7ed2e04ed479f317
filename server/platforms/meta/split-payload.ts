import { toList, toRecord } from '../to-storable.ts'
import { PART_LISTS } from './read-parts.ts'

/**
 * Returns a payload for each workspace that holds only the parts of that workspace. `owners` are the workspaces of
 * each part, in the order of `readParts`.
 */
export function splitPayload(payload: unknown, owners: string[][]): Map<string, Buffer> {
  const entries = toList(toRecord(payload)['entry']).map(toRecord)
  let place = 0
  const owned = entries.map((entry) =>
    PART_LISTS.map((list) => ({
      list,
      items: toList(entry[list]).map((item) => ({ item, owners: owners[place++]! })),
    })),
  )
  const parts = new Map<string, Buffer>()
  for (const owner of new Set(owners.flat())) {
    const entry = entries.flatMap((each, index) => {
      const lists = owned[index]!.flatMap(({ list, items }) => {
        const own = items.filter((item) => item.owners.includes(owner))
        return own.length > 0 ? [[list, own.map(({ item }) => item)] as const] : []
      })
      const bare = Object.fromEntries(
        Object.entries(each).filter(([key]) => !(PART_LISTS as readonly string[]).includes(key)),
      )
      return lists.length > 0 ? [{ ...bare, ...Object.fromEntries(lists) }] : []
    })
    parts.set(owner, Buffer.from(JSON.stringify({ ...toRecord(payload), entry })))
  }
  return parts
}
