import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listOperations } from '../generator/description.ts'
import { generateClients } from '../generator/generate.ts'
import { readDescription, ROOT } from '../generator/read-description.ts'
import { Parley } from '../typescript/src/index.ts'

const description = readDescription()

for (const [folder, files] of Object.entries(generateClients(description)))
  test(`the generated files of ${folder} are up to date with the API description`, () => {
    const cwd = join(ROOT, folder)
    const committed = globSync('**/*.*', { cwd }).filter((each) => !each.includes('__pycache__'))
    const hint = 'run npm run clients'
    assert.deepEqual(committed.toSorted(), Object.keys(files).toSorted(), hint)
    for (const [name, text] of Object.entries(files))
      assert.ok(readFileSync(join(cwd, name), 'utf8') === text, `${name} is out of date: ${hint}`)
  })

test('the TypeScript client has a method for every operation, on the resource of its tag', () => {
  const parley = new Parley({ apiKey: 'sk_live_unused', baseUrl: 'http://localhost' })
  const resources = parley as unknown as Record<string, Record<string, unknown>>
  const operations = listOperations(description)
  assert.ok(operations.length > 100)
  for (const { id, resource } of operations)
    assert.equal(typeof resources[resource]?.[id], 'function', `${resource}.${id}`)
})
