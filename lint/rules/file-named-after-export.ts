import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNamedAfterExport } from '../named-after-export.ts'
import { isTestFile, repoPath, ROOT } from '../paths.ts'
import type { Node, Rule } from '../rule.ts'

/** The files of the server that are named otherwise. The list may only become shorter. */
const MISNAMED = JSON.parse(
  readFileSync(join(ROOT, 'lint/misnamed-files.json'), 'utf8'),
) as string[]

/** Returns the names that a statement exports. */
function exportedNames(node: Node): string[] {
  if (node.type !== 'ExportNamedDeclaration') return []
  const { declaration, specifiers } = node
  const listed = specifiers.map(({ exported }) =>
    exported.type === 'Identifier' ? exported.name : exported.value,
  )
  if (!declaration) return listed
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? id.name : []))
  return 'id' in declaration && declaration.id && 'name' in declaration.id
    ? [declaration.id.name]
    : []
}

/**
 * Reports a file of the server that bears the name of none of its exports, unless `lint/misnamed-files.json` lists it; and a file
 * that is listed although its name is right.
 */
export const fileNamedAfterExport: Rule = {
  create(context) {
    const path = repoPath(context.filename)
    if (!path.startsWith('server/') || isTestFile(path)) return {}
    return {
      Program(node) {
        const isRight = isNamedAfterExport(path, node.body.flatMap(exportedNames))
        const isListed = MISNAMED.includes(path)
        if (isRight !== isListed) return
        const message = isListed
          ? 'This file bears the name of an export: remove it from lint/misnamed-files.json.'
          : 'A file bears the name of an export: createTicket is in create-ticket.ts.'
        context.report({ node, message })
      },
    }
  },
}
