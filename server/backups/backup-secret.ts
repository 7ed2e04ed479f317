import { hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { errorFields } from '#lib/errors.ts'
import { BackupError } from './backup-error.ts'

/** The secret that encrypts a backup: a passphrase, or a key of 32 bytes. */
export type BackupSecret = { passphrase: string } | { key: Buffer }

/** How the key of a file is derived from the secret; `salt` is base64. It is in the file's first line. */
export type Encryption =
  | { kind: 'passphrase'; salt: string; cost: number }
  | { kind: 'key'; salt: string }

/** The least length of a passphrase, in characters. */
const PASSPHRASE_MIN = 12
const SALT_BYTES = 32
const KEY_BYTES = 32
/** The base-2 logarithm of the cost of a guess: 128 MiB of memory. Source: OWASP, "Password Storage Cheat Sheet". */
const COST = 17
const COST_MAX = 20

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

/**
 * Reads the secret from one of two files: a passphrase on the first line, or a key as 64 hexadecimal digits or base64.
 * Returns undefined without a file.
 *
 * @throws {BackupError} if both are given, or the file does not contain such a secret
 */
export async function readBackupSecret(files: {
  passphraseFile?: string | undefined
  keyFile?: string | undefined
}): Promise<BackupSecret | undefined> {
  const { passphraseFile, keyFile } = files
  if (passphraseFile !== undefined && keyFile !== undefined)
    throw new BackupError('Give either --passphrase-file or --key-file.')
  if (passphraseFile !== undefined) {
    const passphrase = (await read(passphraseFile)).split(/\r?\n/, 1)[0]!.normalize('NFC')
    if (passphrase.length < PASSPHRASE_MIN)
      throw new BackupError(
        `The first line of ${passphraseFile} must be a passphrase of at least ${PASSPHRASE_MIN} characters.`,
      )
    return { passphrase }
  }
  if (keyFile === undefined) return undefined
  const text = (await read(keyFile)).trim()
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  if (key.length !== KEY_BYTES)
    throw new BackupError(
      `${keyFile} must contain a key of 32 bytes, for example from "openssl rand -hex 32".`,
    )
  return { key }
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    const { code = 'error' } = errorFields(cause)
    throw new BackupError(`The file ${path} cannot be read (${code}).`, { cause })
  }
}

/** Returns how a new file is encrypted with a secret. */
export function chooseEncryption(secret: BackupSecret): Encryption {
  const salt = randomBytes(SALT_BYTES).toString('base64')
  return 'key' in secret ? { kind: 'key', salt } : { kind: 'passphrase', salt, cost: COST }
}

/**
 * Derives the key of a file, which no other file has. `header` is its first line: a file whose first line was changed has
 * another key.
 *
 * @throws {BackupError} if the file is encrypted with a secret of the other kind
 */
export async function deriveFileKey(
  secret: BackupSecret,
  encryption: Encryption,
  header: string,
): Promise<Buffer> {
  const salt = Buffer.from(encryption.salt, 'base64')
  return Buffer.from(
    hkdfSync('sha256', await stretch(secret, encryption, salt), salt, header, KEY_BYTES),
  )
}

async function stretch(
  secret: BackupSecret,
  encryption: Encryption,
  salt: Buffer,
): Promise<Buffer> {
  if (encryption.kind === 'key') {
    if ('key' in secret) return secret.key
    throw new BackupError('The backup is encrypted with a key. Give it by --key-file.')
  }
  if (!('passphrase' in secret))
    throw new BackupError(
      'The backup is encrypted with a passphrase. Give it by --passphrase-file.',
    )
  const { cost } = encryption
  if (!(cost <= COST_MAX)) throw new BackupError('The first line of the backup is damaged.')
  return derive(secret.passphrase, salt, KEY_BYTES, { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** 31 })
}
