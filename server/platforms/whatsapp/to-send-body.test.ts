import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSendBody } from './to-send-body.ts'

const message = {
  id: 'id',
  recipient: '919800000001',
  type: 'text',
  text: 'Hello',
  mediaUrl: null,
}

test('a phone starts with +, a user id does not', () => {
  assert.equal(toSendBody(message)['to'], '+919800000001')
  assert.equal(toSendBody({ ...message, recipient: 'IN.123' })['recipient'], 'IN.123')
})

test('audio with a text is sent as a document, because audio has no caption', () => {
  const body = toSendBody({ ...message, type: 'audio', mediaUrl: 'https://a.example/a%20b.mp3' })
  assert.deepEqual(
    [body['type'], body['document']],
    ['document', { link: 'https://a.example/a%20b.mp3', caption: 'Hello', filename: 'a b.mp3' }],
  )
})

test('a text that is too long for a caption is sent with the link below it', () => {
  const text = 'x'.repeat(1025)
  const body = toSendBody({ ...message, type: 'image', text, mediaUrl: 'https://a.example/b' })
  assert.deepEqual(
    [body['type'], body['text']],
    ['text', { body: `${text}\nhttps://a.example/b`, preview_url: true }],
  )
})
