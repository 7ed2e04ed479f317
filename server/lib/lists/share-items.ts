import { toJson } from '../to-json.ts'

/** The items that several pages contain, with their JSON once it was written. */
const texts = new WeakMap<object, string | null>()

/** Makes all pages that contain one of `items` share its JSON. Nobody may change the items afterwards. */
export function shareItems(items: readonly object[]): void {
  for (const item of items) texts.set(item, null)
}

/** Returns a list as JSON, and writes each shared item of it once. */
export function listToJson(list: readonly unknown[]): string {
  return list.some(isShared) ? `[${list.map(itemToJson).join()}]` : toJson(list)
}

function isShared(item: unknown): item is object {
  return typeof item === 'object' && item !== null && texts.has(item)
}

function itemToJson(item: unknown): string {
  // In a list, what has no JSON is null.
  if (!isShared(item)) return toJson([item]).slice(1, -1)
  const text = texts.get(item) ?? toJson(item)
  texts.set(item, text)
  return text
}
