import { isTestFile, repoPath } from '../paths.ts'
import type { Node, Rule } from '../rule.ts'

const READERS = ['server/lib/settings/config.ts', 'simulator/config.ts', 'web/vite.config.ts']
const MESSAGE =
  'The environment is read only in server/lib/settings/config.ts and simulator/config.ts.'

function isProcessModule(node: { value: unknown }): boolean {
  return node.value === 'node:process' || node.value === 'process'
}

function nameOf(key: Node): unknown {
  if (key.type === 'Literal') return key.value
  return key.type === 'Identifier' ? key.name : undefined
}

/** Keeps `process.env`, by whatever spelling, in the files that turn it into configuration. */
export const envOnlyInConfig: Rule = {
  create(context) {
    const from = repoPath(context.filename)
    if (READERS.includes(from) || isTestFile(from) || from.startsWith('scripts/')) return {}
    const processNames = new Set(['process'])
    function isProcess(node: Node | null): boolean {
      if (node?.type === 'Identifier') return processNames.has(node.name)
      return node?.type === 'MemberExpression' && nameOf(node.property) === 'process'
    }
    return {
      ImportDeclaration(node) {
        if (!isProcessModule(node.source)) return
        for (const one of node.specifiers) {
          if (one.type !== 'ImportSpecifier') processNames.add(one.local.name)
          else if (nameOf(one.imported) === 'env') context.report({ node: one, message: MESSAGE })
        }
      },
      MemberExpression(node) {
        const isEnv = isProcess(node.object) && nameOf(node.property) === 'env'
        if (isEnv) context.report({ node, message: MESSAGE })
      },
      VariableDeclarator(node) {
        if (node.id.type !== 'ObjectPattern' || !isProcess(node.init)) return
        const env = node.id.properties.find(
          (one) => one.type !== 'Property' || nameOf(one.key) === 'env',
        )
        if (env) context.report({ node: env, message: MESSAGE })
      },
    }
  },
}
