import { collectAll } from './collect-fields.ts'
import { isWithin, ROOT } from './find-visitor.ts'
import { fromTree } from './tree.ts'
import type { Tree } from './tree.ts'
import { isOfKind, readLabel, readMeaning } from './read-meaning.ts'
import { rankGroup } from './rank-group.ts'
import type { FieldGroup, SubmissionField } from './submission.ts'

/** A list of leads, and a function that returns the payload with one of them. */
type FoundLeads = { items: Tree[]; withOnly: (lead: Tree) => Tree }

/** A list of objects in a payload, with its names from the root. */
type ObjectList = { path: string[]; items: Tree[] }

/** An object list and the rank of its name. */
type RankedList = ObjectList & { rank: FieldGroup['rank'] }

/** The most characters of what is beside a list, which is stored with each of its leads. */
const BESIDE_CHARACTERS_MAX = 4_096

/** The most lists that are searched for leads, and the most values of a payload, because requests wait for it. */
const LISTS_MAX = 50
const NODES_MAX = 500

/**
 * Finds the list of leads in a payload: at the top, or in an object. Each of its objects has an address of its own, and what is around
 * the list has none; beside it, only a list that is called like visitors can have one. Undefined for a list of the addresses or answers
 * of one visitor.
 */
export function findLeads(tree: Tree): FoundLeads | undefined {
  const lists = findLists(tree).take(LISTS_MAX).flatMap(rankList).toArray()
  if (lists.length === 0) return undefined
  const people = collectAll(tree, [], NODES_MAX).filter(isPersonal)
  const list = lists.toSorted((a, b) => b.rank - a.rank).find((each) => isOfLeads(each, people))
  if (!list) return undefined
  const rest = withoutList(tree, list.path)
  return { items: list.items, withOnly: (lead) => putAt(rest, list.path, [lead]) }
}

function isOfLeads({ path, items, rank }: RankedList, people: SubmissionField[]): boolean {
  const inside = people.filter(
    ({ group = ROOT }) => group.path.length > path.length && isWithin(group.path, path),
  )
  const around = people.filter(({ group = ROOT }) => isWithin(path, group.path))
  const addresses = people.filter(isAddress)
  if (around.some(isAddress)) return false
  if (rank < 3 && inside.filter(isAddress).length < addresses.length) return false
  if (rank === 0 && around.length > 0 && inside.every(isAddress)) return false
  const owners = new Map<string, Set<string>>()
  for (const field of rank < 3 ? inside.filter(isAddress) : inside) {
    const owner = field.group?.path[path.length] ?? ''
    owners.set(owner, (owners.get(owner) ?? new Set()).add(readMeaning(field)?.kind ?? ''))
  }
  if (owners.size === 0 || (owners.size === 1 && items.length > 1 && rank < 3)) return false
  // An address of each kind in an object of its own are those of one visitor.
  const kinds = new Set([...owners.values()].flatMap((each) => [...each]))
  return owners.size === 1 || kinds.size === 1 || [...owners.values()].some(({ size }) => size > 1)
}

/** Generates the lists of objects that are not within lists. */
function* findLists(tree: Tree, path: string[] = []): Generator<ObjectList, undefined> {
  if (typeof tree === 'string') return
  if (tree instanceof Map) {
    for (const [key, child] of tree) yield* findLists(child, [...path, key])
    return
  }
  if (tree.length > 0 && tree.every((item) => item instanceof Map)) yield { path, items: tree }
}

/** Returns a list with its rank; none for a list that is called like one detail, such as `emails`. */
function rankList(list: ObjectList): RankedList[] {
  const name = list.path.at(-1)
  const rank = name === undefined ? 0 : rankGroup(name)
  const isDetail = name !== undefined && rank === 0 && readLabel(name) !== undefined
  return isDetail ? [] : [{ ...list, rank }]
}

function isPersonal(field: SubmissionField): boolean {
  const kind = readMeaning(field)?.kind ?? ''
  return isAddress(field) || (kind.endsWith('name') && isOfKind(readMeaning(field), 'name'))
}

function isAddress(field: SubmissionField): boolean {
  const meaning = readMeaning(field)
  if (meaning?.kind !== 'email' && meaning?.kind !== 'phone') return false
  return meaning.sureness >= 2 && field.value.trim() !== ''
}

/** Returns a tree without the list at `path`, and of what is beside it the first members that are short. */
function withoutList(tree: Tree, path: string[], left = BESIDE_CHARACTERS_MAX): Tree {
  const [name, ...rest] = path
  if (!(tree instanceof Map)) return []
  let budget = left
  const members = [...tree].flatMap(([key, child]): [string, Tree][] => {
    if (key === name) return [[key, withoutList(child, rest, budget)]]
    budget -= key.length + JSON.stringify(fromTree(child)).length
    return budget < 0 ? [] : [[key, child]]
  })
  return new Map(members)
}

function putAt(tree: Tree, [name, ...rest]: string[], node: Tree): Tree {
  if (name === undefined || !(tree instanceof Map)) return node
  return new Map(
    [...tree].map(([key, child]) => [key, key === name ? putAt(child, rest, node) : child]),
  )
}
