import { describeOnIngest, describeParameter, TEXT } from '#lib/describe-on-ingest.ts'
import type { OperationsByPath } from '#lib/describe-on-ingest.ts'
import type { ErrorCode } from '#shared/errors.ts'

const OBJECT = { type: 'object', additionalProperties: true }
const PLATFORM = describeParameter(
  'platform',
  'path',
  'The name of the platform; `platform` is the default one.',
)
const FORM_BODY = {
  description:
    'The fields of the form. Names are mapped by the settings of the form. A submission without a name, a phone number and an email address, such as the test of a form provider, adds no lead.',
  // Form providers test an address with an empty request.
  required: false,
  content: {
    'application/json': { schema: OBJECT },
    'application/x-www-form-urlencoded': { schema: OBJECT },
    'multipart/form-data': { schema: OBJECT },
  },
}
const FORM_CODES: ErrorCode[] = [
  'bad_request',
  'invalid_header',
  'malformed_json',
  'invalid_signature',
  'form_not_found',
  'request_timeout',
  'webhook_loop',
  'idempotency_key_in_flight',
  'body_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'rate_limited',
  'overloaded',
  'internal',
  'database_unavailable',
]

const submit = (operationId: string, parameters: object[]) => ({
  operationId,
  summary:
    operationId === 'submitForm' ? 'Submit a form' : 'Submit a form with its token in the path',
  description:
    'Finds or creates the contact, and adds a lead to its timeline. A browser that asks for HTML is redirected, or gets a page. The same submission within a minute is one lead.',
  parameters,
  requestBody: FORM_BODY,
  'x-idempotent': true,
  'x-problem-codes': FORM_CODES,
  responses: {
    '202': {
      description: 'The submission is stored, and is processed later.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            title: 'AcceptedSubmission',
            required: ['accepted', 'id'],
            properties: {
              accepted: { type: 'boolean', const: true, description: 'Always true.' },
              id: { type: 'string', format: 'uuid', description: 'The id of the submission.' },
            },
          },
        },
      },
    },
    '303': {
      description: 'The page of the form that a browser is redirected to.',
      headers: { Location: { description: 'The page.', schema: { ...TEXT, format: 'uri' } } },
    },
  },
})
const PATHS: OperationsByPath = {
  '/webhook/{platform}': {
    get: {
      operationId: 'verifyPlatformWebhook',
      summary: 'Answer the handshake of a platform',
      description: 'Platforms call this when the webhook is set up.',
      parameters: [
        PLATFORM,
        describeParameter('hub.mode', 'query', '`subscribe`.'),
        describeParameter('hub.verify_token', 'query', 'Your token.'),
        describeParameter('hub.challenge', 'query', 'A text to return.'),
      ],
      'x-problem-codes': [
        'bad_request',
        'verification_failed',
        'platform_not_found',
        'internal',
      ] satisfies ErrorCode[],
      responses: {
        '200': {
          description: 'The challenge.',
          content: { 'text/plain': { schema: TEXT, example: '1158201444' } },
        },
      },
    },
    post: {
      operationId: 'receivePlatformPayload',
      summary: 'Receive a payload of a platform',
      description:
        'Stores the payload, and processes it afterwards. The signature covers the bytes of the body.',
      parameters: [
        PLATFORM,
        describeParameter(
          'X-Hub-Signature-256',
          'header',
          '`sha256=<hex>`: HMAC-SHA256 of the body with the app secret.',
        ),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: OBJECT } },
      },
      'x-problem-codes': [
        'bad_request',
        'invalid_signature',
        'platform_not_found',
        'request_timeout',
        'body_too_large',
        'unsupported_media_type',
        'rate_limited',
        'overloaded',
        'internal',
        'database_unavailable',
        'webhook_not_configured',
      ] satisfies ErrorCode[],
      responses: { '200': { description: 'The payload is stored.' } },
    },
  },
  '/webhook/form': {
    post: submit('submitForm', [
      describeParameter(
        'X-Form-Token',
        'header',
        'The token of the form. The field `form_token` does the same.',
      ),
    ]),
  },
  '/webhook/form/{token}': {
    post: submit('submitFormByToken', [
      describeParameter('token', 'path', 'The token of the form.'),
    ]),
  },
}

/** Returns the paths by which platforms and forms deliver, for the API description. */
export function describeIngest(ingestUrl: string): OperationsByPath {
  return describeOnIngest(ingestUrl, 'Ingest', PATHS)
}
