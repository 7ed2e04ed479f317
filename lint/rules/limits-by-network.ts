import { isTestFile, repoPath } from '../paths.ts'
import type { Node, Rule } from '../rule.ts'

/** Functions that limit by network themselves. */
const LIMITERS = new Set(['networkOf', 'takeAddress', 'limitChange', 'limitToken'])
const MESSAGE =
  'A caller has all addresses of an IPv6 network: count `networkOf(request.ip)`, or name the value `address` where it is no key of a limit.'

function nameOf(node: Node | null | undefined): string | undefined {
  if (node?.type === 'Identifier') return node.name
  return node?.type === 'MemberExpression' ? nameOf(node.property) : undefined
}

/** Returns whether the address is given to a function that limits by network, or is named as an address. */
function isAllowed(node: Node): boolean {
  const { parent } = node
  if (parent?.type === 'CallExpression') return LIMITERS.has(nameOf(parent.callee) ?? '')
  if (parent?.type === 'Property') return nameOf(parent.key) === 'address'
  return parent?.type === 'VariableDeclarator' && nameOf(parent.id) === 'address'
}

/** Keeps the address of a request out of the keys of limits, which count networks. */
export const limitsByNetwork: Rule = {
  create(context) {
    const from = repoPath(context.filename)
    if (!from.startsWith('server/') || isTestFile(from)) return {}
    return {
      MemberExpression(node) {
        if (nameOf(node.property) === 'ip' && !isAllowed(node))
          context.report({ node, message: MESSAGE })
      },
      ObjectPattern(node) {
        for (const one of node.properties)
          if (
            one.type === 'Property' &&
            nameOf(one.key) === 'ip' &&
            nameOf(one.value) !== 'address'
          )
            context.report({ node: one, message: MESSAGE })
      },
    }
  },
}
