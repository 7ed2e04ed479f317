import { splitWords } from '#contacts/read-field-name.ts'
import { cutText } from '#lib/cut-text.ts'
import { textAt } from './tree.ts'
import type { Tree } from './tree.ts'
import type { SubmissionMark } from './submission.ts'

const DEPTH_MAX = 4
/** Members in which a service says why. */
const REASONS = ['reason', 'spam_reason', 'flag_reason']
const YES = /^(true|yes|1|spam|flagged|test)$/i
/** Names of the member that says what happened. */
const EVENTS = /^(type|event|event_?type|event_?name|action|trigger|trigger_?type)$/i
/** Words that describe a submission in a mark, as in `is_spam` or `testLead`. */
const FILLERS = new Set(
  'is was as marked flagged detected mode lead submission entry form'.split(' '),
)
/** Words of events that are tests. A test drive is none. */
const TESTED = new Set('test webhook hook event ping lead submission form connection'.split(' '))

/**
 * Returns the reason for which a form service says that a submission is not a lead: it is spam, or it tests the connection. Returns
 * undefined for a lead. Ignores answers of the visitor, which are in a list.
 */
export function findMark(tree: Tree, depth = DEPTH_MAX): SubmissionMark | undefined {
  if (Array.isArray(tree) && tree.length === 1) return findMark(tree[0] ?? '', depth)
  if (!(tree instanceof Map) || depth === 0) return undefined
  for (const [key, child] of tree) {
    if (typeof child !== 'string') {
      const inner = Array.isArray(child) ? undefined : findMark(child, depth - 1)
      if (inner) return inner
      continue
    }
    const kind = readMember(key, child)
    if (!kind) continue
    const reason = REASONS.map((name) => textAt(tree, name)).find(Boolean)
    return { kind, reason: reason && cutText(reason, 200) }
  }
  return undefined
}

function readMember(key: string, value: string): SubmissionMark['kind'] | undefined {
  if (/^(status|state)$/i.test(key)) return readState(value, false)
  if (EVENTS.test(key)) return readState(value, true)
  if (!YES.test(value.trim())) return undefined
  const words = splitWords(key)
  const [only, ...others] = words.filter((word) => !FILLERS.has(word))
  if (others.length > 0) return undefined
  if (only === undefined) return words.includes('flagged') ? 'spam' : undefined
  if (only === 'spam') return 'spam'
  // A visitor can answer a question about a test.
  return only === 'test' && (words.length > 1 || value === 'true') ? 'test' : undefined
}

/** Reads a state such as `spam`, or an event such as `submission.flagged` or `webhook.test`. */
function readState(value: string, isEvent: boolean): SubmissionMark['kind'] | undefined {
  const words = value.length > 60 ? [] : splitWords(value)
  if (isEvent && words.length < 2) return undefined
  if (words.some((word) => /^(un.+|no|not|non)$/.test(word))) return undefined
  if (words.some((word) => word === 'spam' || word === 'flagged')) return 'spam'
  const isTest = words.includes('test') && words.every((word) => TESTED.has(word))
  return isTest ? 'test' : undefined
}
