import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Agent } from 'undici'
import { CHANNEL_NAMES, CHANNEL_TYPES } from '#shared/channel-types.ts'
import { UPLOAD_KINDS } from '#shared/uploads.ts'
import type { Platform } from '../platform.ts'
import { MEDIA_KINDS } from './sending-limits.ts'
import { createPlatformClients } from './create-platform-clients.ts'
import {
  findPlatform,
  findPlatformByAddress,
  findPlatformOfPayload,
  PLATFORMS,
} from './platforms.ts'

const settings = {
  whatsapp: { appSecret: undefined, verifyToken: undefined },
  platformSettings: {},
}
const clients = createPlatformClients({})

/** Calls of a client that are present, by the capability that promises them. */
function promisesOf({ type, capabilities }: Platform): Record<string, [boolean, boolean]> {
  const { send, upload, markRead, controlThread, checkAccount, subscribe, listTemplates } =
    clients.of(type)
  const { sending } = capabilities
  const sendsFiles = sending !== null && Object.keys(sending.media).length > 0
  return {
    send: [sending !== null, send !== undefined],
    upload: [sendsFiles, upload !== undefined],
    markRead: [capabilities.marksRead, markRead !== undefined],
    controlThread: [capabilities.threadControl !== null, controlThread !== undefined],
    checkAccount: [capabilities.checksAccounts, checkAccount !== undefined],
    subscribe: [capabilities.hasBusinessAccounts, subscribe !== undefined],
    listTemplates: [capabilities.hasTemplates, listTemplates !== undefined],
  }
}

test('the web app knows every kind of file that can be uploaded, with its limit', () => {
  assert.deepEqual(UPLOAD_KINDS, MEDIA_KINDS)
})

test('every channel type has one platform and a name', () => {
  assert.deepEqual(
    PLATFORMS.map(({ type }) => type),
    CHANNEL_TYPES,
  )
  assert.deepEqual(Object.keys(CHANNEL_NAMES).toSorted(), CHANNEL_TYPES.toSorted())
})

test('no two platforms share the name of a webhook address', () => {
  const namesOf = ({ type, receiver }: Platform) => [type, ...(receiver?.otherNames ?? [])]
  const names = PLATFORMS.flatMap(namesOf)
  assert.equal(new Set(names).size, names.length)
  for (const platform of PLATFORMS)
    for (const name of namesOf(platform)) assert.equal(findPlatformByAddress(name), platform, name)
  assert.equal(findPlatformByAddress('toString'), undefined)
})

for (const platform of PLATFORMS)
  describe(platform.type, () => {
    const { capabilities, receiver, reader, errors, account } = platform

    test('implements what its capabilities promise, and nothing more', () => {
      for (const [call, [isPromised, isThere]] of Object.entries(promisesOf(platform)))
        assert.equal(isThere, isPromised, call)
      assert.equal(platform.addressPhone !== undefined, capabilities.opensByPhone)
      assert.equal(typeof clients.of(platform.type).fetchMedia, 'function')
    })

    test('proves no claim without an answer of the platform', async () => {
      // No connection is opened, whatever address the platform has.
      const agent = new Agent({ connect: (_to, done) => done(new Error('unreachable'), null) })
      const { of, close } = createPlatformClients({}, { timeoutMs: 1000, agent })
      const claim = { account: '1', businessAccount: null, accessToken: 'token' }
      const { kind } = await of(platform.type).proveOwnership(claim)
      await close()
      assert.equal(kind, 'unknown')
    })

    test('limits what it sends', () => {
      const { sending } = capabilities
      if (!sending) return
      assert.ok(sending.messageTypes.includes('text'))
      assert.equal(sending.messageTypes.includes('template'), capabilities.hasTemplates)
      assert.ok(sending.captionCharactersMax <= sending.textCharactersMax)
      for (const [type, { bytesMax, mimeTypes }] of Object.entries(sending.media)) {
        assert.ok(sending.messageTypes.includes(type), type)
        assert.ok(bytesMax > 0 && mimeTypes.length > 0, type)
      }
    })

    test('addresses phones by identities of its own kind', () => {
      const address = platform.addressPhone?.('+919800000001')
      if (!address) return
      assert.equal(address.identity.kind, capabilities.identityKind)
      assert.ok(address.recipient)
    })

    test('refuses every request while its settings are missing', () => {
      assert.equal(receiver === null, capabilities.isHosted)
      if (!receiver) return
      assert.ok(receiver.findMissingSettings(settings).signature)
      const body = Buffer.from('{}')
      for (const headers of [{}, { [receiver.signatureHeader.toLowerCase()]: 'sha256=00' }])
        assert.equal(receiver.verify({ headers, body }, settings), false)
      assert.equal(receiver.answerHandshake?.({ 'hub.mode': 'subscribe' }, settings), undefined)
    })

    test('reads nothing from a payload that is not its own', () => {
      for (const payload of [null, [], {}, 'text', { object: 'other', entry: [] }]) {
        assert.equal(reader.isOwnPayload(payload), false)
        assert.equal(findPlatformOfPayload(payload), undefined)
        assert.deepEqual(reader.readParts(payload), [])
        assert.equal(reader.splitPayload(payload, []).size, 0)
      }
      assert.throws(() => reader.parse(Buffer.from('not a payload')))
    })

    test('classifies its codes as text and leaves ours alone', () => {
      assert.equal(errors.classify('channel_not_connected'), undefined)
      assert.equal(errors.advise('channel_not_connected'), undefined)
    })

    test('has an anchored form of account ids', () => {
      assert.match(account.pattern, /^\^.*\$$/)
      assert.doesNotMatch('', new RegExp(account.pattern))
      assert.equal(findPlatform(platform.type), platform)
    })
  })
