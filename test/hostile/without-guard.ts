/**
 * Loaded into the product before everything else (`--import`): makes the module of private targets allow everything.
 * It is the control of the hostile run: without that module the attempts do reach the sinks.
 */
import { registerHooks } from 'node:module'

const allowAll = ['isAllowedAddress', 'isAllowedName', 'isAllowedPort']
  .map((name) => `export const ${name} = () => true`)
  .join('\n')

registerHooks({
  load(url, context, next) {
    if (!url.endsWith('/server/lib/outgoing/is-allowed-address.ts')) return next(url, context)
    return { format: 'module', source: allowAll, shortCircuit: true }
  },
})
