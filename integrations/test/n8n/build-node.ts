import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readDescription, ROOT } from '../../../client/generator/read-description.ts'
import { writeGenerated } from '../../../client/generator/write-generated.ts'
import { writeN8n } from '../../../client/generator/write-n8n.ts'
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
  writeGenerated(folder, { 'nodes/Parley/generated': writeN8n(readDescription()) })
  // Without the scripts before them, which find the generator only from the node's own folder.
  const run = ['npm', 'run', '--silent', '--ignore-scripts', '--prefix', folder] as const
  await runCommand([...run, 'lint'])
  await runCommand([...run, 'build'])
  return folder
}
