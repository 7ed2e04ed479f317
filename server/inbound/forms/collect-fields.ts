import { adoptParty } from './adopt-party.ts'
import { findVisitor } from './find-visitor.ts'
import { FORM_CAPS } from './form-caps.ts'
import type { Tree, TreeMap } from './tree.ts'
import { rankGroup } from './rank-group.ts'
import { readLabel } from './read-meaning.ts'
import type { FieldGroup, SubmissionField } from './submission.ts'

const LABELS = [
  'label',
  'title',
  'question',
  'column_name',
  'field_name',
  'fieldName',
  'field',
  'prompt',
  'name',
  'column_id',
  'field_id',
  'key',
  'id',
]
const VALUES = ['value', 'values', 'answer', 'string_value', 'field_value', 'raw_value']
/** Members that are the answer only beside the label of a question. */
const WEAK_VALUES = ['response', 'input', 'text', 'content', 'reply']
const QUESTIONS = LABELS.slice(0, LABELS.indexOf('name'))
const KEYS = ['key', 'ref', 'id', 'column_id', 'field_id', 'name']
const TYPES = ['type', 'field_type', 'fieldType', 'input_type', 'field_datatype', 'questionType']

/** Stops a hostile payload; no form has so many fields. */
const NODES_MAX = 5000

/** The place of a value: its path below the answers and from the root, its object, and its names within a detail. */
type Place = { path: string[]; full: string[]; group: FieldGroup; words: string[]; isRoot?: true }

/**
 * Returns the first fields of a tree, those that are about the visitor before the others, which are marked: at most
 * `FORM_CAPS.fieldsMax`. `path` is where the tree comes from, for the labels of its fields.
 */
export function collectFields(tree: Tree, path: string[] = []): SubmissionField[] {
  const fields = adoptParty(collectAll(tree, path))
  const places = findVisitor(fields)
  return fields
    .map((field): SubmissionField => {
      const place = places(field)
      return place === 'visitor' || place === 'near' || place === 'below'
        ? field
        : { ...field, isEnvelope: true }
    })
    .toSorted((a, b) => Number(a.isEnvelope ?? false) - Number(b.isEnvelope ?? false))
    .slice(0, FORM_CAPS.fieldsMax)
}

/**
 * Returns every text of a tree as a field, however deeply it is nested. An object with a label and a value is one field,
 * a list has one field for each of its texts. Each field belongs to the object that it is a member of, and an answer to its list.
 * An object that is a part of one detail, such as `name: { first, last }`, belongs to the object around it. At most
 * `nodesMax` values, objects and lists are read.
 */
export function collectAll(
  tree: Tree,
  path: string[] = [],
  nodesMax = NODES_MAX,
): SubmissionField[] {
  const fields: SubmissionField[] = []
  let nodes = 0
  const collect = (node: Tree, place: Place, holder?: Tree): void => {
    if (++nodes > nodesMax) return
    if (typeof node === 'string') return push(node, place)
    if (Array.isArray(node)) return collectList(node, place)
    const answer = readAnswer(node, place)
    if (!answer) return collectMap(node, place)
    // Several numbers or addresses of one detail belong to the object around it.
    if (answer.words && Array.isArray(holder) && place.words.length > 0)
      return collectAnswer(answer, place)
    const isStaff = place.group.rank === -1
    // The answers of an object are under the names of their fields.
    const path = holder instanceof Map ? place.full.slice(0, -1) : place.full
    collectAnswer(answer, { ...place, group: { path, rank: isStaff ? -1 : 3 } })
  }
  const collectList = (items: Tree[], { isRoot: _isRoot, ...place }: Place): void => {
    for (const [index, item] of items.entries()) {
      if (nodes > nodesMax) return
      const isObject = item instanceof Map && !readAnswer(item, place)
      const isPart = !isObject || place.words.length > 0
      const full = isObject ? [...place.full, String(index)] : place.full
      const group = isPart ? place.group : { path: full, rank: place.group.rank }
      collect(item, { ...place, full, group }, items)
    }
  }
  const collectMap = (map: TreeMap, place: Place): void => {
    for (const [key, child] of map) {
      if (nodes > nodesMax) return
      const full = [...place.full, key]
      const own = typeof child === 'string' ? 0 : rankGroup(key)
      const rank = place.group.rank === -1 ? -1 : own
      const isPart = typeof child === 'string' || isDetail(key, rank)
      const isOfTexts = Array.isArray(child) && child.every((item) => typeof item === 'string')
      collect(
        child,
        {
          path: rank === 2 && !isEmpty(child) ? [] : [...place.path, key],
          full,
          group: isPart || isOfTexts ? place.group : { path: full, rank },
          words: isPart || isOfTexts ? [...place.words, key] : [],
        },
        map,
      )
    }
  }
  const collectAnswer = ({ value, ...answer }: Answer, place: Place): void => {
    for (const each of Array.isArray(value) ? value : [value])
      if (typeof each === 'string') push(each, place, answer)
      else collect(each, { ...place, path: [answer.label], words: [answer.label] })
  }
  const push = (value: string, place: Place, answer?: Omit<Answer, 'value'>): void => {
    const key = answer?.key ?? place.path.join('.')
    const words = answer ? answer.words : place.words
    fields.push({
      key: key.slice(0, FORM_CAPS.keyCharactersMax),
      label: (answer?.label ?? key).slice(0, FORM_CAPS.keyCharactersMax),
      type: answer?.type ?? '',
      value: value.slice(0, FORM_CAPS.valueCharactersMax),
      group: place.group,
      ...(words && words.length > 0 && { words }),
    })
  }
  const group: FieldGroup = { path: [], rank: 0 }
  collect(tree, { path, full: [], group, words: path, isRoot: true })
  return fields
}

/** Returns whether a name is that of one detail, whose members are its parts. */
function isDetail(name: string, rank: FieldGroup['rank']): boolean {
  const meaning = rank > 0 ? undefined : readLabel(name)
  if (meaning?.sureness !== 2) return false
  return /^(email|phone|campaign|message|(.*_)?name)$/.test(meaning.kind)
}

function isEmpty(node: Tree): boolean {
  if (typeof node === 'string') return true
  return (Array.isArray(node) ? node.length : node.size) === 0
}

type Answer = { label: string; key: string; type: string; value: Tree; words?: string[] }

/** Returns the answer in an object with a value and a label, or with a value alone under the key of its field. */
function readAnswer(node: Tree, place: Place): Answer | undefined {
  // A form can have a field named `value`: its own object, and a person's, are no answers.
  if (!(node instanceof Map) || place.isRoot || node.has('email') || node.has('phone'))
    return undefined
  const isQuestion = firstText(node, QUESTIONS) !== '' && ![...node.keys()].some(isAddressName)
  const value = [...VALUES, ...(isQuestion ? WEAK_VALUES : [])]
    .map((name) => node.get(name))
    .find((each) => each !== undefined)
  if (value === undefined) return undefined
  const own = place.path.join('.')
  const words = place.words.length > 0 ? place.words : place.full.slice(-1)
  const given = firstText(node, LABELS)
  // The number of a part says less than the name of the list, as in `name: [{ id: 11.3, value }]`.
  const isOwn =
    given === '' || (!/\p{L}/u.test(given) && readLabel(words.at(-1) ?? '') !== undefined)
  const label = isOwn ? own : given
  if (label === '') return undefined
  const key = firstText(node, KEYS) || own || label
  return { label, key, type: firstText(node, TYPES), value, ...(isOwn && { words }) }
}

function isAddressName(name: string): boolean {
  return ['email', 'phone'].includes(readLabel(name)?.kind ?? '')
}

function firstText(map: TreeMap, names: string[]): string {
  for (const name of names) {
    const text = map.get(name)
    if (typeof text === 'string' && text.trim() !== '') return text.trim()
  }
  return ''
}
