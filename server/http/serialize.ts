import { listToJson } from '#lib/lists/share-items.ts'
import { toJson } from '#lib/to-json.ts'

/** The lists that several answers contain, with their JSON once the first answer has been written. */
const shared = new WeakMap<object, string | null>()

/**
 * Makes all answers that contain `list` share one serialisation: a full page takes longer to write as JSON than all else that its
 * request costs this process. Nobody may change the list afterwards.
 */
export function shareText(list: object): void {
  if (!shared.has(list)) shared.set(list, null)
}

/** Returns an answer as JSON. */
export function serialize(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) return toJson(answer)
  const { data, ...others } = answer
  if (typeof data !== 'object' || data === null) return toJson(answer)
  const known = shared.get(data)
  const text = known ?? (Array.isArray(data) ? listToJson(data) : toJson(data))
  if (known !== undefined) shared.set(data, text)
  const rest = toJson(others)
  return rest === '{}' ? `{"data":${text}}` : `{"data":${text},${rest.slice(1)}`
}
