import { FORM_CAPS, storable } from './form-caps.ts'
import { itemAt } from '#lib/item-at.ts'
import { lastOf } from '#lib/last-of.ts'
import { scanJson } from '#lib/scan-json.ts'

/**
 * A value of a payload. Objects are maps, because keys such as `__proto__` must be keys like any other. JSON in a text
 * is part of the tree.
 */
export type Tree = string | Tree[] | TreeMap

/** An object of a payload. */
export type TreeMap = Map<string, Tree>

/** The values and characters that JSON inside texts may still add to a tree. */
type InnerLimit = { values: number; characters: number }

function newLimit(): InnerLimit {
  return { values: FORM_CAPS.jsonValuesMax, characters: FORM_CAPS.innerJsonCharactersMax }
}

/** Converts parsed JSON to a tree. Null values are left out; a text that contains JSON becomes its value. */
export function toTree(value: unknown, depth = 0, inner = newLimit()): Tree | undefined {
  if (value === null || value === undefined || depth > FORM_CAPS.depthMax) return undefined
  if (Array.isArray(value))
    return value.flatMap((item) => {
      const node = toTree(item, depth + 1, inner)
      return node === undefined ? [] : [node]
    })
  if (typeof value === 'object') {
    const map: TreeMap = new Map()
    for (const [key, member] of Object.entries(value)) {
      const node = toTree(member, depth + 1, inner)
      // Keys are cut before they become parts of paths, which repeat them for each value below.
      if (node !== undefined) map.set(storable(key.slice(0, FORM_CAPS.keyCharactersMax)), node)
    }
    return map
  }
  // oxlint-disable-next-line typescript/no-base-to-string -- objects were handled above
  const text = String(value)
  return parseInner(text, depth, inner) ?? storable(text.slice(0, FORM_CAPS.valueCharactersMax))
}

/** Returns JSON in a text as a tree; undefined for any other text, and for JSON that is nested too deeply or too large. */
function parseInner(text: string, depth: number, inner: InnerLimit): Tree | undefined {
  if (text.length > inner.characters || !isBracketed(text)) return undefined
  inner.characters -= text.length
  const depthMax = FORM_CAPS.depthMax - depth
  const { problem, within, values } = scanJson(text, { depthMax, valuesMax: inner.values })
  if (problem === 'too_deep') return undefined
  try {
    const value: unknown = JSON.parse(within)
    inner.values -= values
    return toTree(value, depth + 1, inner)
  } catch {
    return undefined
  }
}

/** Returns whether a text can be a JSON object or list. */
function isBracketed(text: string): boolean {
  const inside = text.trim()
  const [first, last] = [inside[0], inside.at(-1)]
  return (first === '{' && last === '}') || (first === '[' && last === ']')
}

/**
 * Converts the fields of an HTML form to a tree: `names[first]` is the member `first` of `names`, `days[]`, repeated keys and
 * the keys `days[0]`, `days[1]` are lists.
 */
export function fieldsToTree(fields: Iterable<{ key: string; value: string }>): TreeMap {
  const root: TreeMap = new Map()
  const inner = newLimit()
  for (const { key, value } of fields) {
    const path = splitKey(key)
    let map = root
    for (const part of path.slice(0, -1)) {
      const child = map.get(part)
      const next: TreeMap = child instanceof Map ? child : new Map()
      if (child !== next) map.set(part, next)
      map = next
    }
    const last = lastOf(path)
    const node = toTree(value, 0, inner) ?? ''
    const before = map.get(last)
    if (before === undefined || before === '') map.set(last, node)
    else map.set(last, Array.isArray(before) ? [...before, node] : [before, node])
  }
  return new Map([...root].map(([key, node]) => [key, toLists(node)]))
}

/** Converts the objects whose keys count from 0. */
function toLists(node: Tree): Tree {
  if (!(node instanceof Map)) return node
  const members = [...node].map(([key, child]) => [key, toLists(child)] as const)
  return members.every(([key], at) => key === String(at))
    ? members.map(([, child]) => child)
    : new Map(members)
}

function splitKey(key: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(key)
  if (!match) return [key]
  const inner = itemAt(match, 2).slice(1, -1).split('][')
  if (inner.length > FORM_CAPS.depthMax) return [key]
  return [itemAt(match, 1), ...inner.filter((part) => part !== '')]
}

/** Returns the value at a dotted path such as `form_response.token`; undefined if there is none. */
export function findAt(tree: Tree | undefined, path: string): Tree | undefined {
  let node = tree
  for (const part of path.split('.')) node = node instanceof Map ? node.get(part) : undefined
  return node
}

/** Returns the text at a dotted path; of a list its first text; empty if there is none. */
export function textAt(tree: Tree | undefined, path: string): string {
  const node = findAt(tree, path)
  const first = Array.isArray(node) ? node.find((item) => typeof item === 'string') : node
  return typeof first === 'string' ? first.trim() : ''
}

/** Returns the objects of the list at a dotted path; empty if there is none. */
export function listAt(tree: Tree | undefined, path: string): TreeMap[] {
  const node = findAt(tree, path)
  return Array.isArray(node) ? node.filter((item) => item instanceof Map) : []
}

/** Returns whether the list or object at a dotted path has items, each of them an object with these members. */
export function hasItems(tree: Tree, path: string, members: string[]): boolean {
  const node = findAt(tree, path)
  const items = node instanceof Map ? [...node.values()] : Array.isArray(node) ? node : []
  return items.length > 0 && items.every((item) => hasMembers(item, members))
}

/** Returns whether a node is an object with these members. */
export function hasMembers(node: Tree | undefined, members: string[]): boolean {
  return node instanceof Map && members.every((name) => node.has(name))
}

/** Converts a tree to what JSON can be made of. */
export function fromTree(tree: Tree): unknown {
  if (typeof tree === 'string') return tree
  if (Array.isArray(tree)) return tree.map(fromTree)
  return Object.fromEntries([...tree].map(([key, node]) => [key, fromTree(node)]))
}

/** Returns all texts of a tree, in order. */
export function textsOf(tree: Tree | undefined): string[] {
  if (typeof tree === 'string') return [tree]
  if (tree instanceof Map) return [...tree.values()].flatMap(textsOf)
  return tree?.flatMap(textsOf) ?? []
}
