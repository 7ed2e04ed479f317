/** The header that makes a repeat of a request return the first response. */
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A new random text for each request that you may repeat, such as a UUID. For 24 hours, a request with the same key returns the first response, with the header `Idempotent-Replayed: true`, and changes nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  example: '6f1e0f52-9f0b-4b7a-8c55-0f3f6b1c2d3e',
}

/** The headers of conditional requests. Source: RFC 9110 §13.1. */
export const CONDITIONS = {
  IfNoneMatchHeader: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An `ETag`. The response is 304, without a body, if the resource still has it.',
    schema: { type: 'string' },
  },
  IfMatchHeader: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` that you read. The change is refused with 412 if the resource has another one by now.',
    schema: { type: 'string' },
  },
} as const

/** The headers of responses to conditional requests, by name. */
export const CONDITIONAL_HEADERS = {
  ETag: {
    description:
      'The version of the resource. It changes with every field of it. Absent in responses with `expand`.',
    schema: { type: 'string' },
    example: '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
  },
}

/** The headers of responses, by name. */
export const HEADERS = {
  'Retry-After': {
    description: 'The number of seconds after which to repeat the request.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
  'X-Request-Id': {
    description: 'The id of the request, the same as `request_id`. Quote it to support.',
    schema: { type: 'string' },
    example: '019b2c4e-7d3a-7c51-9a53-3f0d8f6f2f11',
  },
}
