/** Writes `server/db/schema.sql`: the schema that the migrations make, for people to read and a test to hold. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dumpSchema } from '#db/migrating/dump-schema.ts'
import { startEmbedded } from '#db/embedded/start-embedded.ts'
import { migrate } from '#db/migrating/migrate.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'parley-schema-'))
const database = await startEmbedded({ dataDir, log: () => undefined, settings: { fsync: 'off' } })
try {
  await migrate(database.url)
  const file = new URL('../server/db/schema.sql', import.meta.url)
  await writeFile(file, await dumpSchema(database.url))
} finally {
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
