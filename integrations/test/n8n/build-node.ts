import { cp, mkdir, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../client/generator/read-description.ts'
import { runCommand } from '../tools/install-tool.ts'

const SOURCE = join(ROOT, 'integrations/n8n')
const FOLDER = join(ROOT, 'node_modules/.cache/automation/n8n-nodes-parley')

/**
 * Lints and builds the node with n8n's own tool, in a copy of its folder, and returns the folder. Throws the output of the
 * tool if it has a remark.
 */
export async function buildNode(): Promise<string> {
  for (const name of ['nodes', 'credentials', 'dist'])
    await rm(join(FOLDER, name), { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  await cp(SOURCE, FOLDER, { recursive: true })
  if (!existsSync(join(FOLDER, 'node_modules/.bin/n8n-node')))
    await runCommand([
      'npm',
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--silent',
      '--prefix',
      FOLDER,
    ])
  await runCommand(['npm', 'run', '--silent', 'lint', '--prefix', FOLDER])
  await runCommand(['npm', 'run', '--silent', 'build', '--prefix', FOLDER])
  return FOLDER
}
