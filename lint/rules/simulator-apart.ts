import { visitImports } from '../imports.ts'
import { repoPath } from '../paths.ts'
import type { Rule } from '../rule.ts'

const PRODUCT = /^(server|shared|web)\//

/** Keeps the simulator independent of the product: like the platform it imitates, it speaks only HTTP. */
export const simulatorApart: Rule = {
  create(context) {
    const from = repoPath(context.filename)
    if (!from.startsWith('simulator/')) return {}
    return visitImports(from, ({ node, path }) => {
      if (!path || !PRODUCT.test(path)) return
      const message = 'simulator/ imports nothing from server/, shared/ or web/.'
      context.report({ node, message })
    })
  },
}
