import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { openTempDir } from '#test/processes.ts'
import { findUnusedExports } from './find-unused-exports.ts'
import { findUnusedPackages } from './find-unused-packages.ts'

async function plant(sources: Record<string, string>): Promise<string> {
  const root = await openTempDir()
  for (const [path, text] of Object.entries(sources)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return root
}

test('an export that no other file imports is found, however the others are imported', async () => {
  const sources = {
    'server/a.ts': [
      'export type Used = string',
      'export const other = 1',
      'export async function* planted() {}',
      'export function loaded() {}',
      'export class Named {}',
      'const x = 2',
      'export { x as renamed, x as alsoPlanted }',
      'export default x',
      'export type PlantedType = { a: Used }',
    ].join('\n'),
    'server/b.ts': `import {\n  type Used,\n  other as mine,\n} from './a.ts'\n`,
    'server/c.ts': `import { renamed } from '#a.ts'\nconst { loaded } = await import('#a.ts')\n`,
    'server/d.ts': `const load = async () => (await import('./a.ts')).Named\n`,
    'server/e.ts': 'export const one = 1\nexport const two = 2\n',
    'server/f.ts': `import * as all from './e.ts'\n`,
    'web/index.ts': 'export const text = 1\n',
    'web/page.tsx': `export { text } from '../web'\n`,
  }
  const root = await plant(sources)
  const found = findUnusedExports(root, Object.keys(sources), { '#*': './server/*' })
  assert.deepEqual(found, [
    { file: 'server/a.ts', name: 'planted', line: 3 },
    { file: 'server/a.ts', name: 'PlantedType', line: 9 },
    { file: 'server/a.ts', name: 'alsoPlanted', line: 7 },
    { file: 'web/page.tsx', name: 'text', line: 1 },
  ])
})

test('a package that no file names is found, types of packages apart', async () => {
  const sources = {
    'package.json': JSON.stringify({
      dependencies: { pg: '1', planted: '1', '@scope/used': '1' },
      devDependencies: { '@types/pg': '1' },
    }),
    'server/a.ts': `import pg from 'pg'\nimport '@scope/used/style.css'\nconst planted = 1\n`,
  }
  const root = await plant(sources)
  assert.deepEqual(findUnusedPackages(root, Object.keys(sources)), ['planted'])
})
