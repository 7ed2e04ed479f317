import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOMAINS } from './domains.ts'
import { PARTS, partOf } from './parts.ts'

type Graph = ReadonlyMap<string, readonly string[]>

/** Finds a way from `name` back to a node of `path`. */
function findCycle(graph: Graph, name: string, path: readonly string[] = []): string[] | undefined {
  if (path.includes(name)) return [...path, name]
  for (const next of graph.get(name) ?? []) {
    const cycle = findCycle(graph, next, [...path, name])
    if (cycle) return cycle
  }
  return undefined
}

const familyOf = (part: string): string => part.split('/')[0] ?? ''

/** The same graph with each family as one node. */
const families: Graph = new Map(
  Object.entries(DOMAINS).map(([family, parts]) => {
    const imported = Object.values(parts).flat().map(familyOf)
    return [family, [...new Set(imported)].filter((name) => name !== family)]
  }),
)

test('the declared graph of parts has no cycle', () => {
  for (const name of PARTS.keys()) assert.equal(findCycle(PARTS, name)?.join(' → '), undefined)
})

test('the declared graph of families has no cycle', () => {
  for (const name of families.keys())
    assert.equal(findCycle(families, name)?.join(' → '), undefined)
})

test('the declared graph names only parts it declares', () => {
  for (const [name, imports] of PARTS)
    for (const imported of imports) assert.ok(PARTS.has(imported), `${name}: ${imported}`)
})

test('a file belongs to the most deeply nested part that holds it', () => {
  assert.equal(partOf('server/contacts/schema.ts'), 'contacts')
  assert.equal(partOf('server/contacts/imports/schema.ts'), 'contacts/imports')
  assert.equal(partOf('server/messages/receiving/media/due-media.ts'), 'messages/receiving/media')
  assert.equal(partOf('server/inbound/forms/developer/routes.ts'), 'inbound/forms')
  assert.equal(partOf('server/account/routes.ts'), undefined)
  assert.equal(partOf('server/api.ts'), undefined)
})
