import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../client/generator/read-description.ts'

const CACHE = join(ROOT, 'node_modules/.cache/automation')

/** The packages of npm that tests with real tools use. They are no dependencies: n8n has 2,366 packages. */
export const TOOLS = {
  n8n: 'n8n@2.41.1',
  nodeRed: 'node-red@5.0.7',
  scan: '@n8n/scan-community-package@0.32.0',
} as const

/** The folder in which the n8n node is built by n8n's own tools. */
export const N8N_NODE = join(CACHE, 'n8n-nodes-parley')

/** Returns the folder of a tool, with its `node_modules`. */
export function toFolder(name: string): string {
  return join(CACHE, name.replaceAll('/', '+'))
}

/** Returns the folder of an installed tool. @throws if it is not installed, saying what to do */
export function findTool(name: keyof typeof TOOLS): string {
  return find(toFolder(TOOLS[name]))
}

/** Returns the folder with n8n's tools for nodes. @throws if they are not installed, saying what to do */
export function findNodeTools(): string {
  return find(N8N_NODE)
}

function find(folder: string): string {
  assert.ok(existsSync(folder), 'Run "node integrations/test/tools/install.ts" first.')
  return folder
}
