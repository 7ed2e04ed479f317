import { WEB_CHAT_TYPE } from '#shared/channel-types.ts'
import { CAPTION_CHARACTERS_MAX, MESSAGE_CHARACTERS_MAX } from '#shared/messages.ts'
import { UPLOAD_KINDS } from '#shared/uploads.ts'
import { NO_MORE } from '../capabilities.ts'
import { MediaFailure } from '../media-failure.ts'
import type { Platform } from '../platform.ts'
import { toRecord } from '../to-storable.ts'
import { questions, readChoices } from './questions.ts'
import { readEntries, readEntry } from './read-entry.ts'

const { image, video, audio, document } = UPLOAD_KINDS
const media = { image, video, audio, document }

/** The refusal of an interactive message that the widget cannot show. */
const NO_CHOICES = {
  code: 'type_not_supported',
  message: 'Web chats accept interactive messages of the types button and list.',
}

/**
 * Web chat: a widget on the business's own site. A message is sent when it is stored, because the visitor reads it from
 * the database (`web-chats/visitors`). The secret of the channel is in the place of an access token.
 */
export const webChat: Platform = {
  type: WEB_CHAT_TYPE,
  capabilities: {
    isHosted: true,
    identityKind: 'web_chat_id',
    windowMs: null,
    sending: {
      messageTypes: ['text', 'interactive', ...Object.keys(media)],
      textCharactersMax: MESSAGE_CHARACTERS_MAX,
      captionCharactersMax: CAPTION_CHARACTERS_MAX,
      media,
      messagesPerSecond: 1000,
      pairRate: null,
    },
    ...NO_MORE,
  },
  account: {
    pattern: '^wc_[0-9A-Za-z]{22}$',
    requirement: 'must be the public id of a web chat',
    isNumeric: false,
  },
  setupUrl: null,
  // Payloads come from our own visitor API.
  receiver: null,
  reader: {
    parse: (body): unknown => JSON.parse(body.toString('utf8')),
    isOwnPayload(payload) {
      const { object, entries } = toRecord(payload)
      return object === WEB_CHAT_TYPE && Array.isArray(entries)
    },
    readParts: readEntries,
    splitPayload(payload, owners) {
      const record = toRecord(payload)
      const { entries } = record
      if (!Array.isArray(entries)) return new Map()
      return new Map(
        [...new Set(owners.flat())].map((owner) => {
          const own = entries.filter((_, place) => owners[place]!.includes(owner))
          return [owner, Buffer.from(JSON.stringify({ ...record, entries: own }))]
        }),
      )
    },
    readPart: readEntry,
  },
  errors: {
    classify: () => undefined,
    advise: () => undefined,
    attemptsMax: () => undefined,
    isMediaRefusal: () => false,
    isOptOut: () => false,
  },
  questions,
  createClient: () => ({
    // Nothing is called: the message is stored, and its status becomes `sent`, which makes it visible to the visitor.
    send: async (_account, { id, type, content }) =>
      type === 'interactive' && !readChoices(content)
        ? { kind: 'rejected', error: NO_CHOICES }
        : { kind: 'accepted', platformMessageId: id },
    // Visitors get a link to the file that is stored already.
    upload: async () => ({ kind: 'accepted', platformMediaId: 'stored' }),
    // Files of visitors are stored when they arrive, so none is fetched.
    async fetchMedia() {
      throw new MediaFailure('no_files', { isFinal: true })
    },
    proveOwnership: async () => ({
      kind: 'unknown',
      error: { code: 'hosted', message: 'A web chat belongs to the workspace that created it.' },
    }),
  }),
}
