/** Downloads the tools of the tests with real n8n and Node-RED: `node integrations/test/tools/install.ts`. */
import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { N8N_NODE, toFolder, TOOLS } from './tools.ts'

for (const name of Object.values(TOOLS)) await install(toFolder(name), [name])
await install(N8N_NODE, [])

/**
 * Installs packages into a folder without running their scripts. Without packages, those of the n8n node's manifest. What
 * is there stays.
 */
async function install(folder: string, packages: string[]): Promise<void> {
  if (existsSync(folder)) return
  const draft = `${folder}.draft`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  if (packages.length > 0) await writeFile(join(draft, 'package.json'), '{ "private": true }')
  else await cp(join(import.meta.dirname, '../../n8n/package.json'), join(draft, 'package.json'))
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  console.log(`Installing ${packages[0] ?? 'the tools of the n8n node'} …`)
  const command = ['install', ...options, '--prefix', draft, ...packages]
  const { status } = spawnSync('npm', command, { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
  await rename(draft, folder)
}
