import {
  BODY_CHANGES,
  HEADER_PROBLEMS,
  SECRET_TEXTS,
  TIMESTAMP_IN_MILLISECONDS,
} from '#shared/signature-findings.ts'

/** The signature debugger, with the explanations of the API. */
export const signatures = {
  title: 'Signature debugger',
  intro:
    'Find out why your server rejects a delivery. Paste the request as your server received it. Nothing is stored.',
  body: 'Body, exactly as received',
  headers: 'Headers, or only the signature',
  headersHint: 'For example X-Service-Signature: t=…,v1=…',
  checkWith: 'Check with',
  withEndpoint: 'Endpoint’s secret',
  withSecret: 'Pasted secret',
  endpoint: 'Endpoint',
  endpointNone: 'Choose an endpoint',
  endpointMissing: 'Choose an endpoint.',
  secret: 'Signing secret',
  secretHint: 'Starts with whsec_. It’s cleared when you leave this page.',
  secretMissing: 'Paste the secret.',
  receivedAt: 'Received at',
  receivedAtHint: 'Leave empty to use the current time.',
  check: 'Check signature',
  fromDelivery: 'Filled in from a delivery. Change what your server received differently.',
  valid: 'The signature is correct',
  validText: 'If your server still rejects it, compare its code with the samples below.',
  invalid: 'The signature isn’t correct',
  scheme: 'Scheme: {scheme}',
  schemeValid: 'Correct.',
  inLog: 'The event is in the log, so the body was compared with what we sent.',
  notInLog: 'The event isn’t in the log, so the body couldn’t be compared with what we sent.',
  difference: 'First difference at byte {offset}',
  differencePath: 'First difference at byte {offset}, in {path}',
  signed: 'Signed',
  received: 'Received',
  verdicts: {
    malformed_header: 'Malformed header',
    wrong_secret: 'Wrong secret',
    body_changed: 'Body changed',
    no_match: 'No match',
    timestamp_skew: 'Timestamp outside tolerance',
  },
  noMatch: {
    message:
      'The signature does not match the body with any of the secrets, nor with any common change to the body.',
    advice:
      'Either the delivery was signed with a different secret, or the body was changed beyond recognition. Check the raw bytes, and include X-Service-Delivery or webhook-id in the headers, so that the body can be compared with what was sent.',
  },
  headerProblems: {
    ...HEADER_PROBLEMS,
    other_scheme: {
      ...HEADER_PROBLEMS.other_scheme,
      // Without angle brackets, which are the markup of a text.
      advice:
        'X-Service-Signature has the form t=…,v1=(hex), and webhook-signature v1,(base64). Pass each under its own name.',
    },
  },
  bodyChanges: BODY_CHANGES,
  secretProblems: {
    other_endpoint: {
      message: 'The delivery was signed with the secret of another endpoint: {url}.',
      ...SECRET_TEXTS.other_endpoint,
    },
    previous_expired: {
      message: 'The secret of this endpoint was rotated, and one side still uses the old one.',
      advice:
        'Set the new secret in the receiver. If it already has the new one, this is an old request that was replayed.',
    },
    previous_of_other_endpoint: {
      message: 'The delivery was signed with an old secret of another endpoint: {url}.',
      ...SECRET_TEXTS.previous_of_other_endpoint,
    },
    copied_badly: {
      message: 'The secret is correct except for white space, quotation marks or a missing whsec_.',
      ...SECRET_TEXTS.copied_badly,
    },
    wrong_key: {
      ...SECRET_TEXTS.wrong_key,
      advice:
        'The key for X-Service-Signature is the whole secret as text, including whsec_. The key for webhook-signature is the decoded base64 after whsec_.',
    },
    unknown: {
      ...SECRET_TEXTS.unknown,
      advice:
        'Use the secret of the endpoint that receives the delivery: whsec_ followed by 48 characters, shown when the endpoint was created or its secret rotated. An API key is not a signing secret. Secrets that have expired, or whose endpoint was deleted, cannot be recognized anymore.',
    },
  },
  timeProblems: {
    too_old: {
      message:
        'The timestamp is {seconds, plural, one {# second} other {# seconds}} before the receipt. Receivers accept a difference of up to 300 seconds.',
      advice:
        'For a past delivery, enter the time of receipt above. Otherwise compare the receiver’s clock with a time server. If the clock is correct, the request was delayed or replayed.',
    },
    in_future: {
      message:
        'The timestamp is {seconds, plural, one {# second} other {# seconds}} after the receipt. Receivers accept a difference of up to 300 seconds.',
      advice: 'Compare the receiver’s clock with a time server: it is slow.',
    },
    milliseconds: TIMESTAMP_IN_MILLISECONDS,
  },
  sampleTitle: 'Verify a signature',
  sampleText:
    'HMAC-SHA256 with the whole secret over the timestamp, a dot and the raw body. You can copy this code as is.',
}
