import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openTempDir } from '#test/processes.ts'
import { readDescription, ROOT } from '../../../client/generator/read-description.ts'
import { packN8n } from '../../../client/packing/pack-n8n.ts'
import { installPacked } from '../tools/install-packed.ts'

const WORKFLOW = pathToFileURL(join(import.meta.dirname, 'n8n-workflow.ts')).href

// The package weighs more than all of the product's, so its own checks install it on demand.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'n8n-workflow'
      ? { url: WORKFLOW, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
})

const folder = await openTempDir()
await installPacked(await packN8n(join(ROOT, 'integrations/n8n'), readDescription()), folder)

/** Loads a module of the installed n8n nodes by its path in their package. */
export function loadNode(path: string): any {
  return createRequire(import.meta.url)(join(folder, 'node_modules/n8n-nodes-parley', path))
}
