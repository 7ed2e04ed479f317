import { FORM_CAPS } from './form-caps.ts'
import type { Tree, TreeMap } from './tree.ts'
import type { SubmissionField } from './submission.ts'

/** Members that hold the answers: texts beside them describe the form, not the visitor. */
const ANSWERS = new Set([
  'answers',
  'body',
  'data',
  'entry',
  'fields',
  'field_data',
  'form_data',
  'form_response',
  'formdata',
  'human_fields',
  'inputs',
  'ordered_human_fields',
  'payload',
  'questions',
  'rawrequest',
  'record',
  'response',
  'responses',
  'submission',
  'submissions',
  'values',
])

/** Members about the form, its page or its owner, never about the visitor. */
const FOREIGN = new Set([
  'account',
  'agent',
  'author',
  'browser',
  'campaign',
  'company',
  'created_by',
  'createdby',
  'definition',
  'device',
  'event',
  'fieldstructure',
  'form',
  'formstructure',
  'hook',
  'integration',
  'meta',
  'metadata',
  'organization',
  'owner',
  'page',
  'product',
  'project',
  'schema',
  'server',
  'shop',
  'site',
  'store',
  'team',
  'theme',
  'updated_by',
  'webhook',
  'website',
  'workspace',
])

/** Lists of people: a name in one of their items is a person's. */
const PEOPLE = /^(contacts?|customers?|leads?|people|persons?|visitors?|guests?|attendees?)$/i

const LABELS = [
  'label',
  'title',
  'question',
  'column_name',
  'field_name',
  'fieldName',
  'prompt',
  'name',
  'column_id',
  'field_id',
  'key',
  'id',
]
const VALUES = ['value', 'values', 'answer', 'string_value', 'field_value', 'raw_value']
const KEYS = ['key', 'ref', 'id', 'column_id', 'field_id', 'name']
const TYPES = ['type', 'field_type', 'fieldType', 'input_type', 'field_datatype', 'questionType']

/** Stops a hostile payload; no form has so many fields. */
const NODES_MAX = 5000

/** The place of a value: its path below the answers, and whether the form service wrote it. */
type Place = { path: string[]; isForeign: boolean; isEnvelope: boolean; isRoot?: true }

/**
 * Returns every text of a tree as a field, however deeply it is nested. An object with a label and a value is one field,
 * a list has one field for each of its texts. At most `FORM_CAPS.fieldsMax` fields, answers before the envelope.
 *
 * `path` is where the tree comes from, for the labels of its fields.
 */
export function collectFields(tree: Tree, path: string[] = []): SubmissionField[] {
  const fields: SubmissionField[] = []
  let nodes = 0
  const collect = (node: Tree, place: Place): void => {
    if (++nodes > NODES_MAX) return
    if (typeof node === 'string') push(node, place)
    else if (Array.isArray(node)) collectList(node, place)
    else collectMap(node, place)
  }
  const collectList = (items: Tree[], { isRoot: _isRoot, ...place }: Place): void => {
    const isPeople = PEOPLE.test(place.path.at(-1) ?? '')
    for (const item of items) {
      const isPlain = typeof item === 'string' || readAnswer(item, place) !== undefined
      collect(item, { ...place, isForeign: place.isForeign || !(isPlain || isPeople) })
    }
  }
  const collectMap = (map: TreeMap, place: Place): void => {
    const answer = readAnswer(map, place)
    if (answer) return collectAnswer(answer, place)
    const hasAnswers = [...map].some(([key, child]) => isAnswers(key, child))
    for (const [key, child] of map) {
      const isText = typeof child === 'string'
      collect(child, {
        path: !isText && isAnswers(key, child) ? [] : [...place.path, key],
        isForeign: place.isForeign || (!isText && FOREIGN.has(key.toLowerCase())),
        isEnvelope: hasAnswers && !isAnswers(key, child),
      })
    }
  }
  const collectAnswer = ({ label, key, type, value }: Answer, place: Place): void => {
    const values = Array.isArray(value) ? value : [value]
    for (const each of values)
      if (typeof each === 'string') push(each, place, { label, key, type })
      else collect(each, { ...place, path: [label] })
  }
  const push = (value: string, place: Place, answer?: Omit<Answer, 'value'>): void => {
    const key = answer?.key ?? place.path.join('.')
    fields.push({
      key: key.slice(0, FORM_CAPS.keyCharactersMax),
      label: (answer?.label ?? key).slice(0, FORM_CAPS.keyCharactersMax),
      type: answer?.type ?? '',
      value: value.slice(0, FORM_CAPS.valueCharactersMax),
      ...((place.isForeign || place.isEnvelope) && { isEnvelope: true as const }),
    })
  }
  collect(tree, { path, isForeign: false, isEnvelope: false, isRoot: true })
  return fields
    .toSorted((a, b) => Number(a.isEnvelope ?? false) - Number(b.isEnvelope ?? false))
    .slice(0, FORM_CAPS.fieldsMax)
}

function isAnswers(key: string, child: Tree): boolean {
  if (typeof child === 'string') return false
  return ANSWERS.has(key.toLowerCase()) && (Array.isArray(child) ? child.length : child.size) > 0
}

type Answer = { label: string; key: string; type: string; value: Tree }

/** Returns the answer in an object with a value and a label, or with a value alone under the key of its field. */
function readAnswer(node: Tree, place: Place): Answer | undefined {
  // A form can have a field named `value`: its own object, and a person's, are no answers.
  if (!(node instanceof Map) || place.isRoot || node.has('email') || node.has('phone'))
    return undefined
  const value = VALUES.map((name) => node.get(name)).find((each) => each !== undefined)
  if (value === undefined) return undefined
  const own = place.path.join('.')
  const label = firstText(node, LABELS) || own
  if (label === '') return undefined
  return { label, key: firstText(node, KEYS) || own || label, type: firstText(node, TYPES), value }
}

function firstText(map: TreeMap, names: string[]): string {
  for (const name of names) {
    const text = map.get(name)
    if (typeof text === 'string' && text.trim() !== '') return text.trim()
  }
  return ''
}
