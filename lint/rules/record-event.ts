import { isTestFile, repoPath } from '../paths.ts'
import type { Node, Rule } from '../rule.ts'

const WRITES = ['transaction']
const RECORDS = ['recordEvent', 'recordEvents']
const EXEMPT = /^server\/(db|lib|http)\//

/** The name a call goes by: of the function, or of the method. */
function calleeName(callee: Node): string | undefined {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type !== 'MemberExpression') return undefined
  return callee.property.type === 'Identifier' ? callee.property.name : undefined
}

/**
 * A file that opens a transaction records an event in it, or disables this rule and says why.
 * It matches names in one file, not the call graph: a reminder, not a proof.
 */
export const recordEvent: Rule = {
  create(context) {
    const from = repoPath(context.filename)
    if (!from.startsWith('server/') || isTestFile(from) || EXEMPT.test(from)) return {}
    const importedAs = new Map<string, string>()
    const transactions: Node[] = []
    let isRecorded = false
    return {
      ImportSpecifier(node) {
        if (node.imported.type === 'Identifier') importedAs.set(node.local.name, node.imported.name)
      },
      CallExpression(node) {
        const local = calleeName(node.callee) ?? ''
        const name = importedAs.get(local) ?? local
        if (WRITES.includes(name)) transactions.push(node)
        if (RECORDS.includes(name)) isRecorded = true
      },
      'Program:exit'() {
        if (isRecorded) return
        const message =
          'This file opens a transaction and records no event: record one, or say why not.'
        for (const node of transactions) context.report({ node, message })
      },
    }
  },
}
