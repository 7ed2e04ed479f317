import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { bundlePackages, ENTRIES } from './bundle-packages.ts'
import { listFiles } from './changed-files.ts'

const ROOT = dirname(dirname(import.meta.dirname))

test('every entry of a bundled package that our code imports is bundled, so that none is loaded twice', () => {
  const imported = new Set<string>()
  const files = listFiles(ROOT).filter((file) =>
    /^(server|shared|simulator|test)\/.*\.ts$/.test(file),
  )
  for (const file of files)
    for (const [, entry] of readFileSync(join(ROOT, file), 'utf8').matchAll(
      / from '((?:kysely|typebox)(?:\/[^']*)?)'/g,
    ))
      imported.add(entry!)
  assert.ok(imported.size > 0)
  assert.deepEqual(
    [...imported].filter((entry) => !ENTRIES.includes(entry)),
    [],
  )
})

test('a program loads the bundles, which share what the entries have in common', async () => {
  const hook = pathToFileURL(await bundlePackages(ROOT)).href
  const script = `
    import { Type } from 'typebox'
    import { Compile } from 'typebox/compile'
    import { sql } from 'kysely'
    const check = Compile(Type.Object({ name: Type.String() }))
    console.log(JSON.stringify([
      check.Check({ name: 'Asha' }),
      check.Check({ name: 1 }),
      typeof sql.ref,
      import.meta.resolve('kysely'),
    ]))`
  const args = ['--import', hook, '--input-type=module', '-e', script]
  const output = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  const bundle = new URL('kysely.mjs', hook).href
  assert.deepEqual(JSON.parse(output), [true, false, 'function', bundle])
})

test('the hook resolves our modules as Node does, by alias and by relative path', async () => {
  const hook = pathToFileURL(await bundlePackages(ROOT)).href
  const module = pathToFileURL(join(ROOT, 'test/wait-for.ts')).href
  const script = `
    const { waitFor } = await import('./test/wait-for.ts')
    const aliased = await import('#test/wait-for.ts')
    const { newId } = await import('#lib/ids.ts')
    console.log(JSON.stringify([
      aliased.waitFor === waitFor,
      typeof newId,
      import.meta.resolve('./test/wait-for.ts'),
      import.meta.resolve('#test/wait-for.ts'),
      import.meta.resolve('#lib/ids.ts'),
      import.meta.resolve('#shared/scopes.ts'),
    ]))`
  const run = (...options: string[]) =>
    JSON.parse(
      execFileSync(process.execPath, [...options, '--input-type=module', '-e', script], {
        cwd: ROOT,
        encoding: 'utf8',
      }),
    ) as unknown[]
  const found = run('--import', hook)
  assert.deepEqual(found.slice(0, 4), [true, 'function', module, module])
  assert.deepEqual(found, run())
})
