/**
 * Loaded into the product before anything else (`--import`): the one module of the private targets allows
 * everything. The control of the hostile run: what it tries does reach the sinks without that module.
 */
import { registerHooks } from 'node:module'

const allowAll = ['isAllowedAddress', 'isAllowedName', 'isAllowedPort']
  .map((name) => `export const ${name} = () => true`)
  .join('\n')

registerHooks({
  load(url, context, next) {
    if (!url.endsWith('/server/lib/private-targets.ts')) return next(url, context)
    return { format: 'module', source: allowAll, shortCircuit: true }
  },
})
