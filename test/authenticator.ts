import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A value that `toCbor` encodes. */
type Cbor = number | string | Buffer | Cbor[] | Map<Cbor, Cbor>

/** The deviations of an authenticator or a browser from an honest one. */
type Tricks = {
  origin?: string
  rpId?: string
  challenge?: string
  isVerified?: boolean
  counter?: number
  userHandle?: string
  type?: string
  transports?: string[]
  /** An attestation statement instead of none. */
  statement?: Map<Cbor, Cbor>
}

type Options = { challenge: string }

/** A passkey in software. Each signature increases the counter by one, except in a synced passkey, which has none. */
export type TestAuthenticator = {
  id: string
  /** Answers `navigator.credentials.create()`. */
  create: (options: Options & { user: { id: string } }, tricks?: Tricks) => Answer<'create'>
  /** Answers `navigator.credentials.get()`. */
  sign: (options: Options, tricks?: Tricks) => Answer<'get'>
  /** Returns a copy of the passkey with the counter that it has now. */
  copy: () => TestAuthenticator
}

type Answer<Kind> = {
  id: string
  response: { clientDataJSON: string } & (Kind extends 'create'
    ? { attestationObject: string; transports: string[] }
    : { authenticatorData: string; signature: string; userHandle: string })
}

const PRESENT = 0x01
const VERIFIED = 0x04
const BACKUP_ELIGIBLE = 0x08
const BACKED_UP = 0x10
const HAS_CREDENTIAL = 0x40

/** Creates a passkey for a site. Source: WebAuthn Level 3 §6.1 (authenticator data), RFC 9053 §7.1.1 (keys). */
export function createAuthenticator(
  site: { rpId: string; origin: string },
  isSynced = false,
): TestAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const bytes = randomBytes(32)
  const key = toCbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]),
  )
  const id = bytes.toString('base64url')

  function open(state: { counter: number; userHandle: string }): TestAuthenticator {
    const toAuthData = (tricks: Tricks, extra: Buffer[] = []) => {
      const flags =
        PRESENT |
        (tricks.isVerified === false ? 0 : VERIFIED) |
        (isSynced ? BACKUP_ELIGIBLE | BACKED_UP : 0) |
        (extra.length > 0 ? HAS_CREDENTIAL : 0)
      const head = Buffer.alloc(5)
      head.writeUInt8(flags)
      head.writeUInt32BE(tricks.counter ?? state.counter, 1)
      return Buffer.concat([sha256(tricks.rpId ?? site.rpId), head, ...extra])
    }
    const toClientData = (type: string, options: Options, tricks: Tricks) =>
      Buffer.from(
        JSON.stringify({
          type: tricks.type ?? type,
          challenge: tricks.challenge ?? options.challenge,
          origin: tricks.origin ?? site.origin,
          crossOrigin: false,
        }),
      )
    return {
      id,
      create(options, tricks = {}) {
        state.userHandle = options.user.id
        const length = Buffer.alloc(2)
        length.writeUInt16BE(bytes.length)
        const authData = toAuthData(tricks, [Buffer.alloc(16), length, bytes, key])
        const attestationObject = toCbor(
          new Map<Cbor, Cbor>([
            ['fmt', tricks.statement ? 'packed' : 'none'],
            ['attStmt', tricks.statement ?? new Map()],
            ['authData', authData],
          ]),
        )
        return {
          id,
          response: {
            clientDataJSON: toClientData('webauthn.create', options, tricks).toString('base64url'),
            attestationObject: attestationObject.toString('base64url'),
            transports: tricks.transports ?? ['internal'],
          },
        }
      },
      sign(options, tricks = {}) {
        if (!isSynced) state.counter += 1
        const authData = toAuthData(tricks)
        const clientData = toClientData('webauthn.get', options, tricks)
        const signed = Buffer.concat([authData, sha256(clientData)])
        return {
          id,
          response: {
            clientDataJSON: clientData.toString('base64url'),
            authenticatorData: authData.toString('base64url'),
            signature: sign('sha256', signed, privateKey).toString('base64url'),
            userHandle: tricks.userHandle ?? state.userHandle,
          },
        }
      },
      copy: () => open({ ...state }),
    }
  }
  return open({ counter: 0, userHandle: '' })
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** Encodes integers, texts, bytes, lists and maps. Source: RFC 8949 §3. */
function toCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? toHead(1, -1 - value) : toHead(0, value)
  if (typeof value === 'string')
    return Buffer.concat([toHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([toHead(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([toHead(4, value.length), ...value.map(toCbor)])
  const entries = [...value].flatMap(([key, each]) => [toCbor(key), toCbor(each)])
  return Buffer.concat([toHead(5, value.size), ...entries])
}

function toHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 0x100) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}
