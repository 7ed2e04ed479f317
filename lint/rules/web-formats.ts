import { isTestFile, repoPath } from '../paths.ts'
import type { Node, Rule } from '../rule.ts'

/**
 * Files that format times themselves: for all pages, for lists of the inbox, for the buckets of reports, and on the sites of
 * web chats. `before.js` only prepares the browser for it.
 */
const TIMES = [
  'web/lib/use-times.ts',
  'web/lib/day.ts',
  'web/features/reports/use-formats.ts',
  'web/public/before.js',
  'web/widget/message-list.ts',
]
const TIME_METHODS = [
  'dateTime',
  'relativeTime',
  'toLocaleDateString',
  'toLocaleString',
  'toLocaleTimeString',
]
const TIME_CLASSES = ['DateTimeFormat', 'RelativeTimeFormat']
const PHONES = ['phone_e164', 'display_phone', 'recipient_phone']
const TIME_MESSAGE = 'Format times with web/lib/use-times.ts, so that all pages show them alike.'
const PHONE_MESSAGE = 'Show phone numbers with formatPhone of web/lib/format-phone.ts.'

function nameOf(node: Node): string | undefined {
  return node.type === 'Identifier' ? node.name : undefined
}

/** Returns whether the value of `node` becomes visible text without a call in between. */
function isShown(node: Node): boolean {
  for (let each: Node = node; each.parent; each = each.parent) {
    const { parent } = each
    if (parent.type === 'JSXExpressionContainer') return parent.parent.type === 'JSXElement'
    const passes = ['LogicalExpression', 'ConditionalExpression', 'TemplateLiteral']
    if (parent.type === 'LogicalExpression' && parent.left === each && parent.operator === '&&')
      return false
    if (parent.type === 'ConditionalExpression' && parent.test === each) return false
    if (!passes.includes(parent.type)) return false
  }
  return false
}

/** Requires that the web app formats times and phone numbers in one place each. */
export const webFormats: Rule = {
  create(context) {
    const from = repoPath(context.filename)
    if (!from.startsWith('web/') || isTestFile(from)) return {}
    const canFormat = TIMES.includes(from)
    return {
      CallExpression({ callee }) {
        if (canFormat || callee.type !== 'MemberExpression') return
        if (TIME_METHODS.includes(nameOf(callee.property) ?? ''))
          context.report({ node: callee.property, message: TIME_MESSAGE })
      },
      NewExpression({ callee }) {
        if (canFormat || callee.type !== 'MemberExpression') return
        if (TIME_CLASSES.includes(nameOf(callee.property) ?? ''))
          context.report({ node: callee.property, message: TIME_MESSAGE })
      },
      MemberExpression(node) {
        if (PHONES.includes(nameOf(node.property) ?? '') && isShown(node))
          context.report({ node, message: PHONE_MESSAGE })
      },
    }
  },
}
