import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOMAINS } from './domains.ts'

const NAMES = Object.keys(DOMAINS)

/** The domains a domain may import, `'*'` written out. */
function importedBy(domain: string): readonly string[] {
  const listed = DOMAINS[domain] ?? []
  return listed === '*' ? NAMES.filter((name) => name !== domain) : listed
}

/** The first way round from `domain` back to a domain of `path`. */
function findCycle(domain: string, path: readonly string[] = []): string[] | undefined {
  if (path.includes(domain)) return [...path, domain]
  for (const next of importedBy(domain)) {
    const cycle = findCycle(next, [...path, domain])
    if (cycle) return cycle
  }
  return undefined
}

test('the declared graph of domains has no cycle', () => {
  for (const name of NAMES) assert.equal(findCycle(name)?.join(' → '), undefined)
})

test('the declared graph names only domains it declares', () => {
  for (const name of NAMES) {
    for (const imported of importedBy(name))
      assert.ok(NAMES.includes(imported), `${name}: ${imported}`)
  }
})
