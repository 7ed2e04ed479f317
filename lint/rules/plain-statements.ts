import { isTestFile, repoPath } from '../paths.ts'
import type { Rule } from '../rule.ts'

const VALUE = String.raw`\?|\d+`
const CONDITION = String.raw`\w+ (?:(?:=|<>|<|>|<=|>=) (?:${VALUE})|is null|is not null)`
/** A statement of one table that has only columns, values and conditions that compare a column with a value. */
const PLAIN = new RegExp(
  String.raw`^(?:select (?:distinct )?[\w, ]+ from \w+|delete from \w+|update \w+ set \w+ = (?:${VALUE})(?:, \w+ = (?:${VALUE}))*) ` +
    String.raw`where workspace_id = \?(?: and ${CONDITION})*` +
    String.raw`(?: order by [\w, ]+)?(?: limit (?:${VALUE}))?(?: for (?:no key )?update)?(?: returning [\w, ]+)?$`,
)
const MESSAGE =
  'Write a statement of one table without an expression with selectFrom, updateTable or deleteFrom of server/db/: the types check it.'

/**
 * Reports a statement in SQL text that the builder expresses as well: it reads or changes one table by columns and values. Prepared
 * statements are exempt, because the builder prepares none; parts of other statements are not sent by themselves.
 */
export const plainStatements: Rule = {
  create(context) {
    const from = repoPath(context.filename)
    if (!from.startsWith('server/') || isTestFile(from)) return {}
    return {
      CallExpression({ callee }) {
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
        if (!['execute', 'later'].includes(callee.property.name)) return
        const statement = callee.object
        if (statement.type !== 'TaggedTemplateExpression') return
        const { tag, quasi } = statement
        if (tag.type !== 'Identifier' || tag.name !== 'sql') return
        const text = quasi.quasis.map((each) => each.value.raw).join('?')
        if (PLAIN.test(text.replaceAll(/\s+/g, ' ').trim()))
          context.report({ node: statement, message: MESSAGE })
      },
    }
  },
}
