import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVoice } from '#test/create-voice.ts'
import { measureVoice } from './measure-voice.ts'

async function measure(file: Buffer, chunkBytes: number): Promise<number | null> {
  async function* chunks() {
    for (let at = 0; at < file.length; at += chunkBytes) yield file.subarray(at, at + chunkBytes)
  }
  const measured = measureVoice(chunks())
  const passed: Uint8Array[] = []
  for await (const chunk of measured.bytes) passed.push(chunk)
  assert.deepEqual(Buffer.concat(passed), file)
  return measured.seconds()
}

test('the length of a voice message is read from its pages, in whatever chunks they come', async () => {
  for (const chunkBytes of [1, 7, 300, 100_000]) {
    assert.equal(await measure(createVoice(12.4), chunkBytes), 12)
    assert.equal(await measure(createVoice(0.2), chunkBytes), 1)
    assert.equal(await measure(createVoice(125), chunkBytes), 125)
  }
})

test('other files have no length', async () => {
  const vorbis = createVoice(5, '\x01vorbis ')
  for (const file of [
    vorbis,
    Buffer.from('ID3 a song'),
    Buffer.alloc(0),
    Buffer.alloc(500, 'OggS'),
  ])
    for (const chunkBytes of [3, 1000]) assert.equal(await measure(file, chunkBytes), null)
  const cut = createVoice(5).subarray(0, 400)
  assert.ok((await measure(cut, 50))! <= 5, 'a file that ends early')
})
