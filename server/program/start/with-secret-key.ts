import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#lib/settings/config.ts'
import { explainFileError } from '#db/embedded/embedded-error.ts'
import { leaveToOwner, makeDataDir } from '#db/embedded/take-ownership.ts'
import { createToken } from '#lib/api-key-format.ts'
import { errorFields } from '#lib/errors.ts'
import { StartError } from './start-error.ts'

/**
 * Adds the key that encrypts stored secrets to the configuration. With an embedded database, the key is created
 * once and stored in `<DATA_DIR>/secret-key`; otherwise the configuration already contains it.
 *
 * @throws {StartError} if the file is missing but the data it protects exists
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

/**
 * Adds the secrets that the simulator and the ingest server share to the configuration, and creates them if
 * they are not set.
 */
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

/** The files with the secrets that the simulator and the ingest server share. */
const WHATSAPP_FILES = ['whatsapp-app-secret', 'whatsapp-verify-token']

/** The files with secrets in the data directory. */
const SECRET_FILES = ['secret-key', ...WHATSAPP_FILES]

/** Removes the secrets that the simulator and the ingest server share. The next start of a simulator creates others. */
export function removeWhatsappSecrets({ dataDir }: Config): void {
  for (const name of WHATSAPP_FILES) rmSync(join(dataDir, name), { force: true })
}

/** Returns whether there is a key for stored secrets, in the settings or in the data directory. */
export function hasSecretKey({ secretKey, dataDir }: Config): boolean {
  return secretKey !== undefined || existsSync(join(dataDir, 'secret-key'))
}

/** Reads the files with secrets in the data directory, by name; those that are missing are left out. */
export function readSecretFiles({ dataDir }: Config): Record<string, string> {
  const found = SECRET_FILES.filter((name) => existsSync(join(dataDir, name)))
  return Object.fromEntries(
    found.map((name) => [name, readFileSync(join(dataDir, name), 'utf8').trim()]),
  )
}

/**
 * Writes files with secrets into the data directory. Files that exist with the same content are left as they are.
 *
 * @throws {StartError} if one exists with another content, before anything is written
 */
export function writeSecretFiles({ dataDir }: Config, files: Record<string, string>): void {
  const known = Object.entries(files).filter(([name]) => SECRET_FILES.includes(name))
  for (const [name, text] of known) {
    const path = join(dataDir, name)
    if (existsSync(path) && readFileSync(path, 'utf8').trim() !== text)
      throw new StartError(
        `${path} exists and has another content. Remove it, or choose another DATA_DIR.`,
      )
  }
  for (const [name, text] of known) readOrCreate(dataDir, name, () => text)
}

/**
 * Reads a file that only its owner can read, or creates it. If several processes create it concurrently, all use the
 * same content.
 */
function readOrCreate(dataDir: string, name: string, make: () => string): string {
  const path = join(dataDir, name)
  try {
    makeDataDir(dataDir)
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
    // A hard link appears complete or not at all, and never replaces a file that another process created in the
    // meantime.
    linkSync(draft, path)
  } catch (err) {
    if (errorFields(err).code !== 'EEXIST') throw err
  } finally {
    rmSync(draft, { force: true })
  }
}
