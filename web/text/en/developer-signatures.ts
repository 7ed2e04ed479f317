/** The debugger of signatures: its findings are those of server/signatures. */
export const signatures = {
  title: 'Signature debugger',
  intro:
    'Why does your receiver refuse a delivery? Paste it as your receiver got it. Nothing is kept.',
  body: 'Body, exactly as received',
  headers: 'Headers, or the signature alone',
  headersHint: 'Lines such as X-Service-Signature: t=…,v1=…',
  checkWith: 'Check with',
  withEndpoint: 'Endpoint’s secret',
  withSecret: 'Pasted secret',
  endpoint: 'Endpoint',
  endpointMissing: 'Choose an endpoint.',
  secret: 'Signing secret',
  secretHint: 'Begins with whsec_. It is forgotten when you leave the page.',
  secretMissing: 'Paste the secret.',
  receivedAt: 'Received at',
  receivedAtHint: 'Empty means now.',
  check: 'Check',
  fromDelivery: 'Filled in from a delivery. Change what your receiver sees differently.',
  valid: 'The signature is right',
  validText: 'If your receiver still refuses it, compare its code with the samples below.',
  invalid: 'The signature is not right',
  scheme: 'By {scheme}',
  schemeValid: 'Right.',
  inLog: 'The log has this event, so its body was compared with what we sent.',
  notInLog: 'The log does not have this event, so its body could not be compared.',
  difference: 'They differ from byte {offset} on',
  differencePath: 'They differ from byte {offset} on, at {path}',
  signed: 'Signed',
  received: 'Received',
  verdicts: {
    malformed_header: 'Malformed header',
    wrong_secret: 'Wrong secret',
    body_changed: 'Body changed',
    no_match: 'No match',
    timestamp_skew: 'Wrong time',
  },
  noMatch: {
    message:
      'The signature agrees with the body under no secret that was tried, nor with any usual change of it.',
    advice:
      'Either it was made with another secret, or the body was changed beyond recognition. Check the bytes as they arrive, and add X-Service-Delivery or webhook-id to the headers, so that the body can be compared with what was sent.',
  },
  headerProblems: {
    missing: {
      message: 'There is no signature header.',
      advice:
        'Pass on X-Service-Signature, or webhook-id, webhook-timestamp and webhook-signature, exactly as they arrived; see that no proxy or framework drops them.',
    },
    missing_id: {
      message: 'webhook-id is missing: the signature of webhook-signature covers it.',
      advice: 'Pass on webhook-id as it arrived.',
    },
    missing_timestamp: {
      message: 'The timestamp is missing: the signature covers it.',
      advice: 'Pass on the whole header: t= of X-Service-Signature, or webhook-timestamp.',
    },
    missing_signature: {
      message: 'The header holds no signature of version 1.',
      advice: 'Pass on the whole header, with each v1= (or v1,) that it has.',
    },
    other_scheme: {
      message: 'This is the header of the other scheme.',
      advice:
        'X-Service-Signature is t=…,v1=(hex); webhook-signature is v1,(base64). Give each under its own name.',
    },
    has_name: {
      message: "The value begins with the header's own name.",
      advice: 'Pass on only what stands after the colon.',
    },
    has_quotes: {
      message: 'The value is in quotation marks.',
      advice: 'Pass on the value without the quotation marks; they come from printing it as JSON.',
    },
    has_spaces: {
      message: 'The value has spaces where the scheme has none, which verifiers do not forgive.',
      advice:
        'Pass on the value as it arrived; parts of X-Service-Signature are separated by a comma alone.',
    },
    wrong_separator: {
      message: 'The parts of the value are not separated as the scheme says.',
      advice:
        'X-Service-Signature: commas between parts and = within them. webhook-signature: spaces between signatures and a comma after v1.',
    },
    uppercase_hex: {
      message: 'The signature is in upper-case hexadecimal; it is compared in lower case.',
      advice: 'Pass on the value as it arrived, or write the digest in lower case.',
    },
    base64_not_hex: {
      message: 'The signature is in base64, and this scheme has it in hexadecimal.',
      advice: 'Write the digest of X-Service-Signature in hexadecimal.',
    },
    hex_not_base64: {
      message: 'The signature is in hexadecimal, and this scheme has it in base64.',
      advice: 'Write the digest of webhook-signature in base64.',
    },
    base64url: {
      message: 'The signature is in the URL alphabet of base64, or lacks its padding.',
      advice: 'Write the digest in standard base64, with + and / and =.',
    },
    wrong_length: {
      message:
        'The signature is not as long as an HMAC-SHA256: it was cut, or something was added.',
      advice: 'Pass on the whole value; look for a column or a log that cuts it.',
    },
    bad_timestamp: {
      message: 'The timestamp is not a whole number of seconds.',
      advice: 'Pass on the timestamp as it arrived: Unix seconds in decimal digits.',
    },
  },
  bodyChanges: {
    empty: {
      message: 'The body is empty: something read it before.',
      advice: 'Read the raw body before a framework does, and keep it for the check.',
    },
    not_serialised: {
      message:
        'The body is the text "[object Object]": an object was turned into text, not into JSON.',
      advice:
        'Check the signature over the bytes as they arrive, before any parsing: for example express.raw() instead of express.json(), request.get_data() in Flask, or php://input.',
    },
    byte_order_mark: {
      message: 'A byte order mark was added in front of the body or taken away.',
      advice: 'Take the body as bytes: something in between writes text with a byte order mark.',
    },
    trailing_newline: {
      message: 'A line break at the end of the body was added or taken away.',
      advice: 'Take the body as bytes: shells and editors add a line break at the end.',
    },
    surrounding_whitespace: {
      message: 'White space around the body was added or taken away.',
      advice:
        'Check the signature over the bytes as they arrive, before any parsing: for example express.raw() instead of express.json(), request.get_data() in Flask, or php://input.',
    },
    line_endings: {
      message: 'The line endings of the body were changed.',
      advice:
        'Check the signature over the bytes as they arrive, before any parsing: for example express.raw() instead of express.json(), request.get_data() in Flask, or php://input.',
    },
    reformatted: {
      message: 'The body was parsed and written again with other white space.',
      advice:
        'Check the signature over the bytes as they arrive, before any parsing: for example express.raw() instead of express.json(), request.get_data() in Flask, or php://input.',
    },
    escaped: {
      message: 'The body was parsed and written again with other escapes of characters.',
      advice:
        'Check the signature over the bytes as they arrive, before any parsing: for example express.raw() instead of express.json(), request.get_data() in Flask, or php://input.',
    },
    reordered: {
      message: 'The body was parsed and written again with its keys in another order.',
      advice:
        'Check the signature over the bytes as they arrive, before any parsing: for example express.raw() instead of express.json(), request.get_data() in Flask, or php://input.',
    },
    quoted: {
      message: 'The body was written as a JSON string once more.',
      advice:
        'Check the signature over the bytes as they arrive, before any parsing: for example express.raw() instead of express.json(), request.get_data() in Flask, or php://input.',
    },
    decoded_as_latin1: {
      message: 'The bytes of the body were read as Latin-1, and not as UTF-8.',
      advice: 'Take the body as bytes, or decode it as UTF-8.',
    },
    truncated: {
      message: 'The end of the body is missing.',
      advice: 'Look for a limit of the body size, of a log, or of a column of a database.',
    },
    extended: {
      message: 'Something was added after the end of the body.',
      advice: 'Read the body by its Content-Length, and add nothing to it.',
    },
    unwrapped: {
      message: 'Only the data of the event was taken, and not the whole body.',
      advice: 'Check the signature over the whole body; take data out of it afterwards.',
    },
    values_changed: {
      message: 'Values in the body were changed.',
      advice:
        'Find what changes the body on its way: a proxy, a middleware, or a parser of numbers.',
    },
  },
  secretProblems: {
    other_endpoint: {
      message: 'It was signed with the secret of another endpoint: {url}.',
      advice:
        'Where several endpoints lead to one receiver, choose the secret by the path, or try each secret in turn.',
    },
    previous_expired: {
      message:
        'The secret of this endpoint was rotated: the old one and the new one were mixed up.',
      advice:
        'Put the new secret into the receiver. If it has it already, this is an old request that was sent again.',
    },
    previous_of_other_endpoint: {
      message: 'It was signed with an old secret of another endpoint: {url}.',
      advice:
        'Use the secret of the endpoint that gets the delivery: whsec_ and 48 characters, shown when it was registered or rotated.',
    },
    copied_badly: {
      message: 'The secret is right but for white space, quotation marks or a missing whsec_.',
      advice:
        'Give the secret exactly as it was shown: look at the file or the variable that it is kept in.',
    },
    wrong_key: {
      message: 'The secret is right, but another key was made of it than the scheme says.',
      advice:
        'The key of X-Service-Signature is the whole secret as text, whsec_ included. The key of webhook-signature is what the base64 after whsec_ stands for.',
    },
    unknown: {
      message: 'The signature was made with no secret that this workspace has.',
      advice:
        'Use the secret of the endpoint that gets the delivery: whsec_ and 48 characters, shown when it was registered or rotated. An API key is no signing secret. A secret that was rotated away, or whose endpoint was deleted, is no longer known here.',
    },
  },
  timeProblems: {
    too_old: {
      message:
        'The timestamp lies {seconds, plural, one {# second} other {# seconds}} before the receipt; verifiers take up to 300.',
      advice:
        'For a delivery of the past give the time of receipt above. Otherwise compare the receiver’s clock with a time server; if it is right, the request was kept waiting or sent again from a record.',
    },
    in_future: {
      message:
        'The timestamp lies {seconds, plural, one {# second} other {# seconds}} after the receipt; verifiers take up to 300.',
      advice: 'Compare the receiver’s clock with a time server: it is behind.',
    },
    milliseconds: {
      message: 'The timestamp is in milliseconds; it is to be in seconds.',
      advice:
        'Pass on the timestamp as it arrived; where you sign yourself, divide by 1000 and round down.',
    },
  },
  sampleTitle: 'Verify a signature',
  sampleText:
    'HMAC-SHA256 with the whole secret, over the timestamp, a dot and the raw body. Copy it as it is.',
}
