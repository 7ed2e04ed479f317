import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { AREAS, PAGES } from './nav.ts'

/** Pages that are reached without a session, or on the way into the app. */
const ENTRANCES = 'auth-routes.tsx'

test('the palette leads to every page that has an address of its own', () => {
  const files = globSync(join(import.meta.dirname, 'routes/*.tsx'))
  const paths = files
    .filter((file) => !file.endsWith(ENTRANCES))
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/(?:path: |page\(\s*)'(\/[a-z][^'$]*)'/g),
    ])
    .map(([, path]) => path!)
  const listed = new Set([...AREAS, ...PAGES].map(({ path }) => path))
  assert.ok(paths.length > 25)
  assert.deepEqual(
    paths.filter((path) => !listed.has(path)),
    [],
  )
})
