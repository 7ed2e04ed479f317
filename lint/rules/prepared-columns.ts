import { isTestFile, repoPath } from '../paths.ts'
import type { Rule } from '../rule.ts'

/** A `*` that stands for columns: not that of `count(*)`, of a product or of a comment. */
const STAR =
  /(?:\b(?:select|returning|all|distinct)\s+|\bdistinct on \([^)]*\)\s+|,\s*|\w\.)\*(?!\/)/i
const MESSAGE =
  'Name the columns of a prepared statement (rowColumns of server/db/row-columns.ts): with * it fails once a migration adds one.'

/**
 * Reports `*` in the text of a prepared statement. `test/statements/rules.ts` also checks statements that are composed of
 * several texts, as they are sent.
 */
export const preparedColumns: Rule = {
  create(context) {
    const from = repoPath(context.filename)
    if (!from.startsWith('server/') || isTestFile(from)) return {}
    return {
      TaggedTemplateExpression({ tag, quasi }) {
        if (tag.type !== 'Identifier' || tag.name !== 'prepared') return
        for (const node of quasi.quasis)
          if (STAR.test(node.value.raw)) context.report({ node, message: MESSAGE })
      },
    }
  },
}
