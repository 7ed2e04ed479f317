import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const NODES = join(import.meta.dirname, '../../n8n')
const WORKFLOW = pathToFileURL(join(import.meta.dirname, 'n8n-workflow.ts')).href

// The package weighs more than all of the product's, so its own checks install it on demand.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'n8n-workflow'
      ? { url: WORKFLOW, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url.startsWith(pathToFileURL(NODES).href)
      ? next(url, { ...context, format: 'module-typescript' })
      : next(url, context),
})

/** Loads a module of the n8n nodes by its path in their folder. */
export function loadNode(path: string): any {
  return createRequire(import.meta.url)(join(NODES, path))
}
