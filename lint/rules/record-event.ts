import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isEventPlace } from '../event-places.ts'
import { resolveImport, isTestFile, repoPath, ROOT } from '../paths.ts'
import type { Node, Rule } from '../rule.ts'

const WRITES = 'transaction'
const RECORDER = 'server/events/record-events.ts'
const IMPORTS_RECORDER = /from '[^']*\/record-events\.ts'/

/** Returns the name of the called function or method. */
function calleeName(callee: Node): string | undefined {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type !== 'MemberExpression') return undefined
  return callee.property.type === 'Identifier' ? callee.property.name : undefined
}

/** Returns whether the functions of the file at `path` may record events: it imports the recorder. */
function importsRecorder(path: string): boolean {
  if (path === RECORDER) return true
  try {
    return IMPORTS_RECORDER.test(readFileSync(join(ROOT, path), 'utf8'))
  } catch {
    return false // type checking reports an import of a missing file
  }
}

/**
 * Reports a file in an event place (`lint/event-places.ts`) that opens a transaction without recording an event,
 * itself or by a function of a file that records; and any other file that records events.
 *
 * It looks at imports and calls of one file, not at the whole call graph: a reminder, not a proof.
 */
export const recordEvent: Rule = {
  create(context) {
    const from = repoPath(context.filename)
    if (!from.startsWith('server/') || from.startsWith('server/events/') || isTestFile(from))
      return {}
    const isPlace = isEventPlace(from)
    const importedFrom = new Map<string, { name: string; path: string | undefined }>()
    const transactions: Node[] = []
    let isRecorded = false
    return {
      ImportDeclaration(node) {
        const path = resolveImport(from, node.source.value)
        for (const one of node.specifiers) {
          if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier') continue
          importedFrom.set(one.local.name, { name: one.imported.name, path })
        }
        if (path !== RECORDER || isPlace) return
        const message =
          'This file records events, but lint/event-places.ts does not list its place.'
        context.report({ node, message })
      },
      CallExpression(node) {
        const local = calleeName(node.callee) ?? ''
        const imported = importedFrom.get(local)
        if ((imported?.name ?? local) === WRITES) transactions.push(node)
        if (isPlace && imported?.path && importsRecorder(imported.path)) isRecorded = true
      },
      'Program:exit'() {
        if (!isPlace || isRecorded) return
        const message = 'This file opens a transaction and records no event: events belong here.'
        for (const node of transactions) context.report({ node, message })
      },
    }
  },
}
