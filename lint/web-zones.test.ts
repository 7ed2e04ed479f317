import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './paths.ts'
import { PUBLIC_FILES } from './web-zones.ts'

const offers = Object.entries(PUBLIC_FILES).map(([path, importers]) => {
  return { path, feature: path.split('/')[0] ?? '', importers }
})

test('the public files of features exist, as do the features that import them', () => {
  const names = offers.flatMap(({ path, importers }) => [path, ...importers])
  for (const name of names) assert.ok(existsSync(join(ROOT, 'web/features', name)), name)
})

test('features do not import each other in a circle', () => {
  function check(feature: string, path: readonly string[]): void {
    assert.ok(!path.includes(feature), [...path, feature].join(' → '))
    for (const offer of offers)
      if (offer.importers.includes(feature)) check(offer.feature, [...path, feature])
  }
  for (const { importers } of offers) for (const feature of importers) check(feature, [])
})
