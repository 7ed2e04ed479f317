import { isTestFile, repoPath } from '../paths.ts'
import type { Rule } from '../rule.ts'

const INSERT = /\binsert into\b(?:(?!\binsert into\b|\bon conflict\b).)*\bon conflict\b/g
const NAMED_ROWS = /\b(\w+) as (?:(?:not )?materialized )?\(/g
const MESSAGE =
  'Order the rows by the key of the conflict: two statements that insert the same rows in different orders wait for each other (a deadlock).'

/**
 * Reports an insert of given rows that may meet rows of another statement (`on conflict`) and has no order. Given are the rows of a value
 * that the text contains, of `unnest` and of an expression that the statement names; other inserts have one row.
 */
export const orderedUpserts: Rule = {
  create(context) {
    const from = repoPath(context.filename)
    if (!from.startsWith('server/') || isTestFile(from)) return {}
    return {
      TemplateLiteral(node) {
        const text = node.quasis
          .map((each) => each.value.raw)
          .join('?')
          .replaceAll(/\s+/g, ' ')
        const names = [...text.matchAll(NAMED_ROWS)].map(([, name]) => name)
        const given = new RegExp(String.raw`\bfrom (?:\?|(?:${['unnest', ...names].join('|')})\b)`)
        for (const [insert] of text.matchAll(INSERT))
          if (given.test(insert) && !insert.includes(' order by '))
            context.report({ node, message: MESSAGE })
      },
    }
  },
}
