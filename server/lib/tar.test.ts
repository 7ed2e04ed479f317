import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { TAR_END, writeTar } from './tar.ts'
import type { TarEntry } from './tar.ts'

const folder = await mkdtemp(join(tmpdir(), 'parley-tar-'))
after(() => rm(folder, { recursive: true }))

async function extract(entries: TarEntry[]): Promise<void> {
  const chunks: Uint8Array[] = []
  for await (const chunk of writeTar(entries)) chunks.push(chunk)
  const file = join(folder, 'archive.tar')
  await writeFile(file, Buffer.concat([...chunks, TAR_END]))
  await promisify(execFile)('tar', ['-xf', file, '-C', folder])
}

test('the system’s tar reads files of every size', async () => {
  const at = new Date('2026-03-04T05:06:07Z')
  const sizes = [0, 1, 511, 512, 513, 100_000]
  await extract(
    sizes.map((size) => ({
      name: `folder/${size}.txt`,
      size,
      at,
      content: [Buffer.alloc(size, 'a')],
    })),
  )
  for (const size of sizes)
    assert.equal(await readFile(join(folder, `folder/${size}.txt`), 'utf8'), 'a'.repeat(size))
})

test('content of another size than announced does not break the files behind it', async () => {
  const at = new Date(0)
  await extract([
    { name: 'long', size: 3, at, content: [Buffer.from('ab'), Buffer.from('cdef')] },
    { name: 'short', size: 4, at, content: [Buffer.from('ab')] },
    { name: 'last', size: 2, at, content: [Buffer.from('ok')] },
  ])
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  assert.deepEqual(await Promise.all(['long', 'short', 'last'].map(read)), ['abc', 'ab\0\0', 'ok'])
})

test('a name that does not fit into the header is refused', async () => {
  const entry = { size: 0, at: new Date(0), content: [] }
  await assert.rejects(extract([{ ...entry, name: 'x'.repeat(101) }]), /no name for an archive/)
})
