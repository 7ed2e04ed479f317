import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../../client/generator/read-description.ts'
import { runCommand } from '../tools/install-packed.ts'
import { findNodeTools } from '../tools/tools.ts'

const SOURCE = join(ROOT, 'integrations/n8n')

/**
 * Lints and builds the node with n8n's own tool, in a copy of its folder, and returns the folder. Throws the output of the
 * tool if it has a remark.
 */
export async function buildNode(): Promise<string> {
  const folder = findNodeTools()
  for (const name of ['nodes', 'credentials', 'dist'])
    await rm(join(folder, name), { recursive: true, force: true })
  await cp(SOURCE, folder, { recursive: true })
  await runCommand(['npm', 'run', '--silent', 'lint', '--prefix', folder])
  await runCommand(['npm', 'run', '--silent', 'build', '--prefix', folder])
  return folder
}
