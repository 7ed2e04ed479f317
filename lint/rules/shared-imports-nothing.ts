import { visitImports } from '../imports.ts'
import { isTestFile, repoPath } from '../paths.ts'
import type { Rule } from '../rule.ts'

/**
 * Keeps `shared/` free of imports: server and web both load it, so a package or a Node module in it would reach the
 * browser.
 */
export const sharedImportsNothing: Rule = {
  create(context) {
    const from = repoPath(context.filename)
    if (!from.startsWith('shared/') || isTestFile(from)) return {}
    return visitImports(from, ({ node, path }) => {
      if (path?.startsWith('shared/')) return
      context.report({ node, message: 'shared/ imports only other files of shared/.' })
    })
  },
}
