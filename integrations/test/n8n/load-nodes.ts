import { createRequire, registerHooks } from 'node:module'
import { isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readDescription } from '../../../client/generator/read-description.ts'
import { writeN8n } from '../../../client/generator/write-n8n.ts'

const NODES = join(import.meta.dirname, '../../n8n')
const WORKFLOW = pathToFileURL(join(import.meta.dirname, 'n8n-workflow.ts')).href
const format = 'module-typescript'

/** The generated modules by their address. A build of the node writes them, so they may be missing here. */
const generated = new Map(
  Object.entries(writeN8n(readDescription())).map(([name, source]) => [
    toUrl(join(NODES, 'nodes/Parley/generated', name)),
    source,
  ]),
)

// The package weighs more than all of the product's, so its own checks install it on demand.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'n8n-workflow') return { url: WORKFLOW, format, shortCircuit: true }
    const url = toUrl(specifier, context.parentURL)
    return generated.has(url) ? { url, format, shortCircuit: true } : next(specifier, context)
  },
  load(url, context, next) {
    const source = generated.get(url)
    if (source !== undefined) return { source, format, shortCircuit: true }
    return url.startsWith(pathToFileURL(NODES).href)
      ? next(url, { ...context, format })
      : next(url, context)
  },
})

/** Loads a module of the n8n nodes by its path in their folder. */
export function loadNode(path: string): any {
  return createRequire(import.meta.url)(join(NODES, path))
}

function toUrl(specifier: string, parentUrl?: string): string {
  if (isAbsolute(specifier)) return pathToFileURL(specifier).href
  return specifier.startsWith('.') && parentUrl ? new URL(specifier, parentUrl).href : specifier
}
