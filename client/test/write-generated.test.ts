import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTempDir } from '#test/processes.ts'
import { generateIntegrations } from '../generator/generate.ts'
import { readDescription } from '../generator/read-description.ts'
import { writeGenerated } from '../generator/write-generated.ts'

test('the command writes the operations of the n8n nodes, and removes files of former operations', async () => {
  const root = await openTempDir()
  const former = join(root, 'integrations/n8n/nodes/Parley/generated/former-resource.ts')
  mkdirSync(join(former, '..'), { recursive: true })
  writeFileSync(former, '')
  const generated = generateIntegrations(readDescription())
  writeGenerated(root, generated)
  assert.equal(existsSync(former), false)
  for (const [folder, files] of Object.entries(generated)) {
    assert.ok(Object.keys(files).length > 10, folder)
    for (const [name, content] of Object.entries(files))
      assert.equal(readFileSync(join(root, folder, name), 'utf8'), content)
  }
})
