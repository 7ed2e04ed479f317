import assert from 'node:assert/strict'
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { overwritePage } from '#test/overwrite-page.ts'
import { openTempDir } from '#test/processes.ts'
import { EmbeddedError } from './embedded-error.ts'
import { startEmbedded } from './start-embedded.ts'

const root = await openTempDir()
const template = join(root, 'template')

const start = (dataDir: string) =>
  startEmbedded({
    dataDir,
    log: () => undefined,
    settings: { fsync: 'off', shared_buffers: '16MB' },
  })

before(async () => {
  const embedded = await start(template)
  await embedded.stop()
})

function segmentsOf(folder: string): string[] {
  return readdirSync(join(folder, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
}

const DAMAGES: Record<string, { damage: (folder: string) => void; says: RegExp }> = {
  'log is gone': {
    damage(folder) {
      for (const name of segmentsOf(folder)) rmSync(join(folder, 'pg_wal', name))
    },
    says: /could not locate a valid checkpoint record/,
  },
  'log is cut': {
    damage(folder) {
      for (const name of segmentsOf(folder)) truncateSync(join(folder, 'pg_wal', name), 1000)
    },
    says: /checkpoint record/,
  },
  'folder of the log is missing': {
    damage: (folder) => rmSync(join(folder, 'pg_wal'), { recursive: true }),
    says: /pg_wal/,
  },
  'control file is cut': {
    damage: (folder) => truncateSync(join(folder, 'global/pg_control'), 100),
    says: /pg_control/,
  },
  'control file is overwritten': {
    damage: (folder) => writeFileSync(join(folder, 'global/pg_control'), Buffer.alloc(8192, 7)),
    says: /control file|database files are incompatible/,
  },
  'control file is missing': {
    damage: (folder) => rmSync(join(folder, 'global/pg_control')),
    says: /could not find the database system|pg_control/,
  },
  'list of the catalogue’s files is overwritten': {
    damage: (folder) => writeFileSync(join(folder, 'global/pg_filenode.map'), Buffer.alloc(524, 7)),
    says: /relation mapping/,
  },
  'catalogue has a page without sense': {
    damage(folder) {
      for (const oid of readdirSync(join(folder, 'base')))
        overwritePage(join(folder, 'base', oid, '1259'))
    },
    says: /invalid page in block 0|pg_class/,
  },
}

for (const [index, [what, { damage, says }]] of Object.entries(DAMAGES).entries())
  test(`a start says what to do if the ${what}, and deletes nothing`, async () => {
    const dataDir = join(root, String(index))
    cpSync(template, dataDir, { recursive: true })
    const folder = join(dataDir, 'postgres')
    damage(folder)
    rmSync(join(dataDir, 'postgres.log'), { force: true })
    const err = await start(dataDir).then(
      () => assert.fail('it started'),
      (reason: unknown) => reason,
    )
    assert.ok(err instanceof EmbeddedError)
    const { code, message } = err
    assert.equal(code, 'damaged', message)
    assert.match(message, says)
    assert.match(
      message,
      /Keep a copy of .*postgres before anything else.*parley restore.*damaged-data\.md\.$/,
    )
    assert.ok(existsSync(join(folder, 'PG_VERSION')))
    const refused = readFileSync(join(dataDir, 'postgres.log'), 'utf8').match(/FATAL/g) ?? []
    assert.ok(refused.length < 10, `${refused.length} connections were refused by the same damage`)
  })
