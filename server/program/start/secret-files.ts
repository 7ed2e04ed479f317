import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#config.ts'
import { explainFileError } from '#db/embedded-error.ts'
import { leaveToOwner } from '#db/embedded-owner.ts'
import { createToken } from '#lib/api-key-format.ts'
import { StartError } from './start-error.ts'

/**
 * The configuration with the key that encrypts stored secrets. Where the database is embedded the key is made
 * once and kept in `<DATA_DIR>/secret-key`; elsewhere the configuration already has it.
 *
 * @throws {StartError} when the file is gone but the data that it protects is there
 */
export function withSecretKey(config: Config): Config {
  if (config.secretKey) return config
  const path = join(config.dataDir, 'secret-key')
  if (!existsSync(path) && existsSync(join(config.dataDir, 'postgres')))
    throw new StartError(
      `${path} is missing. Without it, the secrets in the database cannot be decrypted. Restore the file, or set SECRET_KEY.`,
    )
  const text = readOrCreate(config.dataDir, 'secret-key', () => randomBytes(32).toString('hex'))
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new StartError(`${path} must contain 64 hexadecimal digits. Restore the original file.`)
  return { ...config, secretKey: Buffer.from(text, 'hex') }
}

/** The configuration with the secrets that the simulator and the ingest server share, made once where unset. */
export function withWhatsappSecrets(config: Config): Config {
  const { appSecret, verifyToken } = config.whatsapp
  const kept = (name: string) => readOrCreate(config.dataDir, name, () => createToken())
  return {
    ...config,
    whatsapp: {
      appSecret: appSecret ?? kept('whatsapp-app-secret'),
      verifyToken: verifyToken ?? kept('whatsapp-verify-token'),
    },
  }
}

/** The text of a file for its owner's eyes only; of several processes that make it at once, one does. */
function readOrCreate(dataDir: string, name: string, make: () => string): string {
  const path = join(dataDir, name)
  try {
    mkdirSync(dataDir, { recursive: true })
    if (!existsSync(path)) create(dataDir, path, make())
    return readFileSync(path, 'utf8').trim()
  } catch (err) {
    throw explainFileError(err, dataDir)
  }
}

function create(dataDir: string, path: string, text: string): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${text}\n`, { mode: 0o600, flush: true })
  try {
    leaveToOwner(dataDir, draft)
    // A link appears whole or not at all, and never replaces what somebody else has made meanwhile.
    linkSync(draft, path)
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== 'EEXIST') throw err
  } finally {
    rmSync(draft, { force: true })
  }
}
