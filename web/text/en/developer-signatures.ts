/** The signature debugger. Its findings come from `server/webhooks/signatures`. */
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
    missing: {
      message: 'There is no signature header.',
      advice:
        'Pass X-Service-Signature, or webhook-id, webhook-timestamp and webhook-signature, exactly as you received them. Check that no proxy or framework removes them.',
    },
    missing_id: {
      message: 'The header webhook-id is missing. The signature in webhook-signature covers it.',
      advice: 'Pass webhook-id as you received it.',
    },
    missing_timestamp: {
      message: 'The timestamp is missing. The signature covers it.',
      advice: 'Pass the whole header: t= of X-Service-Signature, or webhook-timestamp.',
    },
    missing_signature: {
      message: 'The header contains no signature of version 1.',
      advice: 'Pass the whole header, with each v1= (or v1,) that it contains.',
    },
    other_scheme: {
      message: 'This is the header of the other signature scheme.',
      advice:
        'X-Service-Signature has the form t=…,v1=(hex), and webhook-signature v1,(base64). Pass each under its own name.',
    },
    has_name: {
      message: 'The value starts with the name of the header.',
      advice: 'Pass only the part after the colon.',
    },
    has_quotes: {
      message: 'The value is in quotation marks.',
      advice:
        'Pass the value without the quotation marks. They are added when a value is printed as JSON.',
    },
    has_spaces: {
      message: 'The value contains spaces that the scheme does not allow. Receivers reject it.',
      advice:
        'Pass the value as you received it. The parts of X-Service-Signature are separated by a comma without spaces.',
    },
    wrong_separator: {
      message: 'The parts of the value are not separated as the scheme requires.',
      advice:
        'X-Service-Signature uses commas between parts and = within them. webhook-signature uses spaces between signatures and a comma after v1.',
    },
    uppercase_hex: {
      message: 'The signature is in upper-case hexadecimal. Receivers compare it in lower case.',
      advice: 'Pass the value as you received it, or encode the digest in lower case.',
    },
    base64_not_hex: {
      message: 'The signature is encoded in base64, but this scheme uses hexadecimal.',
      advice: 'Encode the digest of X-Service-Signature in hexadecimal.',
    },
    hex_not_base64: {
      message: 'The signature is encoded in hexadecimal, but this scheme uses base64.',
      advice: 'Encode the digest of webhook-signature in base64.',
    },
    base64url: {
      message: 'The signature uses the URL-safe base64 alphabet, or its padding is missing.',
      advice: 'Encode the digest in standard base64, with +, / and =.',
    },
    wrong_length: {
      message:
        'The signature does not have the length of an HMAC-SHA256. It was cut off, or something was added.',
      advice: 'Pass the whole value. Check for a database column or a log that cuts it off.',
    },
    bad_timestamp: {
      message: 'The timestamp is not a whole number of seconds.',
      advice: 'Pass the timestamp as you received it: Unix seconds in decimal digits.',
    },
  },
  bodyChanges: {
    empty: {
      message: 'The body is empty because something read it before.',
      advice: 'Read the raw body before a framework does, and keep it for the verification.',
    },
    not_serialised: {
      message:
        'The body is the text "[object Object]": an object was converted to text instead of JSON.',
      advice:
        'Verify the signature with the raw bytes, before any parsing: for example with express.raw() instead of express.json(), request.get_data() in Flask, or php://input.',
    },
    byte_order_mark: {
      message: 'A byte order mark at the start of the body was added or removed.',
      advice: 'Handle the body as bytes: something on the way writes text with a byte order mark.',
    },
    trailing_newline: {
      message: 'A line break at the end of the body was added or removed.',
      advice:
        'Handle the body as bytes: shells and editors add a line break at the end (use `echo -n` or `--data-binary`).',
    },
    surrounding_whitespace: {
      message: 'White space around the body was added or removed.',
      advice:
        'Verify the signature with the raw bytes, before any parsing: for example with express.raw() instead of express.json(), request.get_data() in Flask, or php://input.',
    },
    line_endings: {
      message: 'The line endings of the body were changed.',
      advice:
        'Verify the signature with the raw bytes, before any parsing: for example with express.raw() instead of express.json(), request.get_data() in Flask, or php://input.',
    },
    reformatted: {
      message: 'The body was parsed and serialized again with different white space.',
      advice:
        'Verify the signature with the raw bytes, before any parsing: for example with express.raw() instead of express.json(), request.get_data() in Flask, or php://input.',
    },
    escaped: {
      message: 'The body was parsed and serialized again with different character escapes.',
      advice:
        'Verify the signature with the raw bytes, before any parsing: for example with express.raw() instead of express.json(), request.get_data() in Flask, or php://input.',
    },
    reordered: {
      message: 'The body was parsed and serialized again with its keys in a different order.',
      advice:
        'Verify the signature with the raw bytes, before any parsing: for example with express.raw() instead of express.json(), request.get_data() in Flask, or php://input.',
    },
    quoted: {
      message: 'The body was encoded as a JSON string a second time.',
      advice:
        'Verify the signature with the raw bytes, before any parsing: for example with express.raw() instead of express.json(), request.get_data() in Flask, or php://input.',
    },
    decoded_as_latin1: {
      message: 'The bytes of the body were decoded as Latin-1 instead of UTF-8.',
      advice: 'Handle the body as bytes, or decode it as UTF-8.',
    },
    truncated: {
      message: 'The end of the body is missing.',
      advice: 'Check for a limit on the body size, in a log or in a database column.',
    },
    extended: {
      message: 'Something was added after the end of the body.',
      advice: 'Read only as many bytes as Content-Length says, and add nothing to them.',
    },
    unwrapped: {
      message: 'Only the data of the event was used instead of the whole body.',
      advice: 'Verify the signature with the whole body, and extract the data afterwards.',
    },
    values_changed: {
      message: 'Values in the body were changed.',
      advice:
        'Find out what changes the body on its way: a proxy, a middleware, or a number parser.',
    },
  },
  secretProblems: {
    other_endpoint: {
      message: 'The delivery was signed with the secret of another endpoint: {url}.',
      advice:
        'If several endpoints send to the same receiver, choose the secret by the path, or try each secret in turn.',
    },
    previous_expired: {
      message: 'The secret of this endpoint was rotated, and one side still uses the old one.',
      advice:
        'Set the new secret in the receiver. If it already has the new one, this is an old request that was replayed.',
    },
    previous_of_other_endpoint: {
      message: 'The delivery was signed with an old secret of another endpoint: {url}.',
      advice:
        'Use the secret of the endpoint that receives the delivery: whsec_ followed by 48 characters, shown when the endpoint was created or its secret rotated.',
    },
    copied_badly: {
      message: 'The secret is correct except for white space, quotation marks or a missing whsec_.',
      advice:
        'Use the secret exactly as it was shown. Check the file or variable that it is stored in.',
    },
    wrong_key: {
      message: 'The secret is correct, but the signing key was derived from it incorrectly.',
      advice:
        'The key for X-Service-Signature is the whole secret as text, including whsec_. The key for webhook-signature is the decoded base64 after whsec_.',
    },
    unknown: {
      message: 'The delivery was signed with a secret that this workspace does not have.',
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
    milliseconds: {
      message: 'The timestamp is in milliseconds, but it must be in seconds.',
      advice:
        'Use the timestamp as you received it. If you sign requests yourself, divide it by 1000 and round down.',
    },
  },
  sampleTitle: 'Verify a signature',
  sampleText:
    'HMAC-SHA256 with the whole secret over the timestamp, a dot and the raw body. You can copy this code as is.',
}
