import { visitImports } from '../imports.ts'
import { isTestFile, repoPath } from '../paths.ts'
import type { Rule } from '../rule.ts'

const SCHEMA = /^server\/(?:[^/]+\/)+(?:[^/]+-)?schema\.ts$/

/**
 * Keeps the web app apart: from outside `web/` it imports `shared/`, and types of a domain's `schema.ts` or
 * `…-schema.ts`.
 */
export const webTakesTypes: Rule = {
  create(context) {
    const from = repoPath(context.filename)
    if (!from.startsWith('web/') || isTestFile(from)) return {}
    return visitImports(from, ({ node, path, isTypeOnly }) => {
      if (path === undefined || path.startsWith('web/')) return
      if (path.startsWith('shared/')) return
      if (isTypeOnly && SCHEMA.test(path)) return
      const message = 'web/ imports only shared/, and by `import type` server/<domain>/schema.ts.'
      context.report({ node, message })
    })
  },
}
