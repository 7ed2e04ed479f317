import type { TSchema } from 'typebox'
import { ServerSentEvent } from '#lib/server-sent-event.ts'
import { describeOnIngest, describeParameter, TEXT } from '#lib/describe-on-ingest.ts'
import type { OperationsByPath } from '#lib/describe-on-ingest.ts'
import { markOptionalNulls } from '#lib/create-null-dropper.ts'
import type { ErrorCode } from '#shared/errors.ts'
import {
  AcceptedMessage,
  ListVisitorMessagesQuery,
  PostFileForm,
  PostMessageBody,
  ReceiptBody,
  StartedSession,
  StartSessionBody,
  TypingBody,
  VisitorMessages,
  VisitorStreamQuery,
  WidgetSettings,
} from './schema.ts'

const PARAMETERS = [
  describeParameter('public_id', 'path', 'The public id of the web chat.'),
  describeParameter(
    'Origin',
    'header',
    'The site of the page, which browsers send. The web chat must allow it.',
    true,
  ),
]
const TOKEN = '`Bearer` and the token of the visitor.'
const VISITOR_PARAMETERS = [
  ...PARAMETERS,
  describeParameter('Authorization', 'header', TOKEN, true),
]
const CODES: ErrorCode[] = [
  'bad_request',
  'origin_not_allowed',
  'rate_limited',
  'internal',
  'database_unavailable',
]
const OF_VISITORS: ErrorCode[] = [...CODES, 'unauthenticated', 'validation_failed']
const OF_BODIES: ErrorCode[] = [
  'malformed_json',
  'validation_failed',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
  'overloaded',
]
const OF_POSTS = [...new Set([...OF_VISITORS, ...OF_BODIES])]

const PATHS: OperationsByPath = {
  '/chat.js': {
    get: {
      operationId: 'getWebChatScript',
      summary: 'Get the script of the widget',
      description: 'The script that a page includes to show a web chat.',
      parameters: [],
      'x-problem-codes': ['route_not_found', 'internal'] satisfies ErrorCode[],
      responses: {
        '200': { description: 'The script.', content: { 'text/javascript': { schema: TEXT } } },
      },
    },
  },
  '/chat/{public_id}/settings': {
    get: {
      operationId: 'getWebChatSettings',
      summary: 'Get the settings of a widget',
      description: 'Returns what a page needs to show the web chat.',
      parameters: PARAMETERS,
      'x-problem-codes': CODES,
      responses: { '200': answer('The settings.', WidgetSettings) },
    },
  },
  '/chat/{public_id}/session': {
    post: {
      operationId: 'startWebChatSession',
      summary: 'Start or resume the session of a visitor',
      description:
        'Returns a token, which stays valid while the visitor comes back. A new one replaces it from time to time; the former one is valid until the new one was used for a day.',
      parameters: PARAMETERS,
      requestBody: body(StartSessionBody),
      'x-problem-codes': [...CODES, ...OF_BODIES, 'invalid_signature'] satisfies ErrorCode[],
      responses: { '200': answer('The session.', StartedSession) },
    },
  },
  '/chat/{public_id}/messages': {
    get: {
      operationId: 'listWebChatMessages',
      summary: 'List the messages of a visitor',
      description:
        "Returns the newest messages of the visitor's own conversation, older ones, or those that changed after a cursor.",
      parameters: [...VISITOR_PARAMETERS, ...query(ListVisitorMessagesQuery)],
      'x-problem-codes': [...OF_VISITORS, 'invalid_cursor'] satisfies ErrorCode[],
      responses: { '200': answer('Messages, oldest first.', VisitorMessages) },
    },
    post: {
      operationId: 'postWebChatMessage',
      summary: 'Post a message of a visitor',
      description: 'Stores the message, and processes it afterwards. A repetition is stored once.',
      parameters: VISITOR_PARAMETERS,
      requestBody: body(PostMessageBody),
      'x-problem-codes': OF_POSTS,
      responses: { '202': answer('The message is stored.', AcceptedMessage) },
    },
  },
  '/chat/{public_id}/files': {
    post: {
      operationId: 'postWebChatFile',
      summary: 'Post a file of a visitor',
      description:
        'Stores the file as a message, and processes it afterwards. A repetition is stored once. A visitor can send 10 files at once, then one per minute.',
      parameters: VISITOR_PARAMETERS,
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { schema: plain(PostFileForm) } },
      },
      'x-problem-codes': [
        ...OF_VISITORS,
        'request_timeout',
        'body_too_large',
        'unsupported_media_type',
        'overloaded',
        'media_not_usable',
        'media_store_full',
        'media_store_unavailable',
        'quota_exceeded',
      ] satisfies ErrorCode[],
      responses: { '202': answer('The message is stored.', AcceptedMessage) },
    },
  },
  '/chat/{public_id}/typing': {
    post: {
      operationId: 'reportWebChatTyping',
      summary: 'Report that a visitor types',
      description:
        'Agents who have the conversation open see it. Nothing is stored. Repeat it every three seconds while the visitor types.',
      parameters: VISITOR_PARAMETERS,
      requestBody: body(TypingBody),
      'x-problem-codes': OF_POSTS,
      responses: { '204': { description: 'It is shown, or there is no conversation yet.' } },
    },
  },
  '/chat/{public_id}/receipts': {
    post: {
      operationId: 'recordWebChatReceipt',
      summary: 'Report that messages were delivered or read',
      description: 'Reports it of a message of the team and of all before it.',
      parameters: VISITOR_PARAMETERS,
      requestBody: body(ReceiptBody),
      'x-problem-codes': OF_POSTS,
      responses: { '204': { description: 'The report is stored, or was known.' } },
    },
  },
  '/chat/{public_id}/stream': {
    get: {
      operationId: 'streamWebChatMessages',
      summary: 'Stream the messages of a visitor',
      description:
        'Sends a server-sent event `message` for each message that is new or changed, then `cursor`, whose id resumes the stream without a gap. `typing`: an agent types; show it for 25 seconds, or until the next message of the team. `reset`: too much happened since; list the messages.',
      parameters: [...VISITOR_PARAMETERS, ...query(VisitorStreamQuery)],
      'x-problem-codes': [
        ...OF_VISITORS,
        'invalid_cursor',
        'streams_exhausted',
      ] satisfies ErrorCode[],
      responses: {
        '200': answer(
          'A stream that the server ends from time to time.',
          ServerSentEvent,
          'text/event-stream',
        ),
      },
    },
  },
}
/** Returns the paths of the visitor API, which the ingest server serves, for the API description. */
export function describeVisitorApi(ingestUrl: string): OperationsByPath {
  return describeOnIngest(ingestUrl, 'Web chat', PATHS)
}

function answer(description: string, schema: TSchema, type = 'application/json'): object {
  return { description, content: { [type]: { schema: plain(schema) } } }
}

function body(schema: TSchema): object {
  const given = markOptionalNulls(plain(schema))
  return { required: true, content: { 'application/json': { schema: given } } }
}

function query(schema: { properties: Record<string, TSchema> }): object[] {
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, ...rest } = plain(property) as { description?: string }
    return { name, in: 'query', required: false, description, schema: rest }
  })
}

/** Returns a schema as JSON, without what only TypeBox reads. */
function plain(schema: TSchema): object {
  return JSON.parse(JSON.stringify(schema))
}
