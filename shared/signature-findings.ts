/** The meaning of a finding about a signature, and what to do about it. */
type SignatureExplanation = { message: string; advice: string }

/** A problem of a signature header, as a stable code. */
export type HeaderProblem = keyof typeof HEADER_PROBLEMS

/** Every problem of a signature header, and what to do about it. */
export const HEADER_PROBLEMS = {
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
      'X-Service-Signature has the form t=…,v1=<hex>, and webhook-signature v1,<base64>. Pass each under its own name.',
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
} satisfies Record<string, SignatureExplanation>

const PARSED =
  'Verify the signature with the raw bytes, before any parsing: for example with express.raw() instead of express.json(), request.get_data() in Flask, or php://input.'

/** A way in which a body is changed before its signature is checked, as a stable code. */
export type BodyChange = keyof typeof BODY_CHANGES

/** Every recognised change of a body, compared with the signed one, and what to do about it. */
export const BODY_CHANGES = {
  empty: {
    message: 'The body is empty because something read it before.',
    advice: 'Read the raw body before a framework does, and keep it for the verification.',
  },
  not_serialised: {
    message:
      'The body is the text "[object Object]": an object was converted to text instead of JSON.',
    advice: PARSED,
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
    advice: PARSED,
  },
  line_endings: {
    message: 'The line endings of the body were changed.',
    advice: PARSED,
  },
  reformatted: {
    message: 'The body was parsed and serialized again with different white space.',
    advice: PARSED,
  },
  escaped: {
    message: 'The body was parsed and serialized again with different character escapes.',
    advice: PARSED,
  },
  reordered: {
    message: 'The body was parsed and serialized again with its keys in a different order.',
    advice: PARSED,
  },
  quoted: {
    message: 'The body was encoded as a JSON string a second time.',
    advice: PARSED,
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
    advice: 'Find out what changes the body on its way: a proxy, a middleware, or a number parser.',
  },
} satisfies Record<string, SignatureExplanation>

/** The texts about wrong secrets that need no detail of the request. */
export const SECRET_TEXTS = {
  other_endpoint: {
    advice:
      'If several endpoints send to the same receiver, choose the secret by the path, or try each secret in turn.',
  },
  previous_of_other_endpoint: {
    advice:
      'Use the secret of the endpoint that receives the delivery: whsec_ followed by 48 characters, shown when the endpoint was created or its secret rotated.',
  },
  copied_badly: {
    advice:
      'Use the secret exactly as it was shown. Check the file or variable that it is stored in.',
  },
  wrong_key: {
    message: 'The secret is correct, but the signing key was derived from it incorrectly.',
  },
  unknown: { message: 'The delivery was signed with a secret that this workspace does not have.' },
}

/** Explains a timestamp that is in milliseconds. */
export const TIMESTAMP_IN_MILLISECONDS = {
  message: 'The timestamp is in milliseconds, but it must be in seconds.',
  advice:
    'Use the timestamp as you received it. If you sign requests yourself, divide it by 1000 and round down.',
} satisfies SignatureExplanation
