import { visitImports } from '../imports.ts'
import { isTestFile, repoPath } from '../paths.ts'
import type { Rule } from '../rule.ts'

const SCHEMA = /^server\/(?:[^/]+\/)+(?:[^/]+-)?schema\.ts$/

/** The client without its operations, which most of the app would load for nothing. */
const CLIENT = 'client/typescript/src/core.ts'

/** Its build also packs the clients, which the server offers beside the app. */
const BUILD = 'web/vite.config.ts'

/**
 * Keeps the web app apart: from outside `web/` it imports `shared/`, the core of the client, and types of a domain's
 * `schema.ts` or `…-schema.ts`.
 */
export const webTakesTypes: Rule = {
  create(context) {
    const from = repoPath(context.filename)
    if (!from.startsWith('web/') || isTestFile(from)) return {}
    return visitImports(from, ({ node, path, isTypeOnly }) => {
      if (path === undefined || path.startsWith('web/')) return
      if (path.startsWith('shared/') || path === CLIENT) return
      if (from === BUILD && path.startsWith('client/packing/')) return
      if (isTypeOnly && SCHEMA.test(path)) return
      const message =
        'web/ imports only shared/, the core of the client, and by `import type` server/<domain>/schema.ts.'
      context.report({ node, message })
    })
  },
}
