import type { Rule } from '../rule.ts'

const DIRECTIVE = /^\s*(?:oxlint|eslint)-disable(?:-next-line|-line)?(?=\s|$)/
const REASON = /\s--\s+\S/

/**
 * A comment that switches a rule off names the rule and carries a reason: `rule -- reason`.
 * It throws instead of reporting, because such a comment would silence a report on itself.
 */
export const disableReason: Rule = {
  create(context) {
    for (const { value, loc } of context.sourceCode.getAllComments()) {
      const directive = DIRECTIVE.exec(value)?.[0]
      if (directive === undefined) continue
      const [rules = ''] = value.slice(directive.length).split(/\s--\s/)
      if (rules.trim() && !rules.includes('disable-reason') && REASON.test(value)) continue
      throw new Error(
        `line ${loc.start.line}: a disable comment names its rules and carries a reason: rule -- reason`,
      )
    }
    return {}
  },
}
