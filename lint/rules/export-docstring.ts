import { isTestFile, repoPath } from '../paths.ts'
import type { Node, Rule, RuleContext } from '../rule.ts'

/** Whether a non-empty block comment ends on the line above the node, line comments aside. */
function hasDocstring(context: RuleContext, node: Node): boolean {
  let lineBelow = node.loc.start.line
  for (const comment of context.sourceCode.getCommentsBefore(node).toReversed()) {
    if (comment.loc.end.line < lineBelow - 1) return false
    if (comment.type === 'Block' && comment.value.startsWith('*')) return /\w/.test(comment.value)
    lineBelow = comment.loc.start.line
  }
  return false
}

/** The names a top-level statement declares. */
function declaredNames(node: Node): string[] {
  if (node.type === 'VariableDeclaration') {
    return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  }
  return 'id' in node && node.id && 'name' in node.id ? [String(node.id.name)] : []
}

/** Every export carries a docstring: the statement itself, or the declaration it names. */
export const exportDocstring: Rule = {
  create(context) {
    if (isTestFile(repoPath(context.filename))) return {}
    const documented = new Set<string>()
    function check(node: Node, declared: Node | null, names: string[]): void {
      const isOverload = declared?.type === 'TSDeclareFunction'
      if (hasDocstring(context, node)) {
        if (isOverload) for (const name of names) documented.add(name)
        return
      }
      if (names.length > 0 && names.every((name) => documented.has(name))) return
      context.report({ node, message: 'Every export has a docstring: /** … */ on the line above.' })
    }
    return {
      ExportNamedDeclaration(node) {
        if (node.source) return
        if (node.declaration) return check(node, node.declaration, declaredNames(node.declaration))
        for (const { local } of node.specifiers) {
          if (local.type !== 'Identifier') continue
          const { name } = local
          const own = context.sourceCode.ast.body.find((one) => declaredNames(one).includes(name))
          if (own) check(own, null, [])
        }
      },
      ExportDefaultDeclaration(node) {
        check(node, null, [])
      },
    }
  },
}
