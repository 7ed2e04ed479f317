import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openContract } from '../contract/open-contract.ts'
import { readBlocks } from './read-blocks.ts'

const root = join(import.meta.dirname, '../..')
const { call, key } = await openContract()
const { body: description } = await call('GET /openapi.json')
const requests = new Map(
  Object.entries(
    description.paths as Record<string, Record<string, { operationId: string }>>,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [
      operationId,
      `${method.toUpperCase()} ${path}`,
    ]),
  ),
)

for (const file of ['docs/api.md', 'docs/webhooks.md'])
  test(`${file} shows bodies that the API takes`, async () => {
    const blocks = readBlocks(readFileSync(join(root, file), 'utf8'))
    const bodies = blocks.filter(({ body }) => body !== null)
    assert.ok(bodies.length >= 2)
    for (const { body, line, text } of bodies) {
      const request = requests.get(body!)
      assert.ok(request, `${file}:${line}: there is no operation ${body}`)
      const answer = await call(request, { key, body: JSON.parse(text) })
      // The ids of the documents do not exist, and their hosts are not asked, so that only the form of a body counts.
      const refused = ['validation_failed', 'malformed_json', 'unknown_field', 'bad_request']
      assert.ok(!refused.includes(answer.body.code), `${file}:${line}: ${answer.text}`)
    }
  })
