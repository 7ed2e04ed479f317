import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { systemClock } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { testConfig } from '#test/context.ts'
import { mediaLink, readMediaLink } from './media-link.ts'

function contextWith(secretKey: Buffer, ...previousSecretKeys: Buffer[]) {
  return { config: testConfig({ secretKey, previousSecretKeys }), clock: systemClock }
}

test('a link opens with the key that signed it and while that key is a previous one', () => {
  const key = randomBytes(32)
  const file = { workspaceId: newId(), mediaId: newId() }
  const token = mediaLink(contextWith(key), file).split('/').at(-1)!
  for (const context of [contextWith(key), contextWith(randomBytes(32), randomBytes(32), key)])
    assert.equal(readMediaLink(context, token)?.mediaId, file.mediaId)
  assert.equal(readMediaLink(contextWith(randomBytes(32)), token), undefined)
})
