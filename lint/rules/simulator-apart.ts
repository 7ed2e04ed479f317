import { visitImports } from '../imports.ts'
import { repoPath } from '../paths.ts'
import type { Rule } from '../rule.ts'

/** Keeps the simulator a stranger to the product: like the platform it stands for, it speaks only HTTP. */
export const simulatorApart: Rule = {
  create(context) {
    const from = repoPath(context.filename)
    if (!from.startsWith('simulator/')) return {}
    return visitImports(from, ({ node, path }) => {
      if (!path?.startsWith('server/')) return
      context.report({ node, message: 'simulator/ imports nothing from server/.' })
    })
  },
}
