import { globSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { preparePython } from '../../client/test/python/environment.ts'
import type { Block } from './read-blocks.ts'

/**
 * Returns the environment in which the commands of the documents install the clients: npm and pip take nothing but what Parley
 * serves, because what the Python client depends on is there. `keepRunnable` leaves out samples in Python where it is missing.
 */
export async function offerPackages(folder: string): Promise<{
  env: Record<string, string>
  python: Awaited<ReturnType<typeof preparePython>>
  keepRunnable: (blocks: readonly Block[]) => Block[]
}> {
  const python = await preparePython(process.env['CI'] !== undefined)
  const own = join(folder, 'python')
  const installed =
    'python' in python ? globSync(join(dirname(python.python), '../lib/*/site-packages')) : []
  return {
    env: {
      npm_config_audit: 'false',
      PIP_NO_INDEX: '1',
      PIP_NO_DEPS: '1',
      PIP_TARGET: own,
      PYTHONPATH: [own, ...installed].join(delimiter),
    },
    python,
    keepRunnable: (blocks) => blocks.filter(({ tab }) => tab !== 'python' || 'python' in python),
  }
}
