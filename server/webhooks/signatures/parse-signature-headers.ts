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
} as const

/** A signature header as far as it can be parsed: its prefix, its digests, and its problems. */
export type ParsedSignature = {
  /** Kept as text, because it is signed as written in the header. */
  timestamp: string | undefined
  digests: Buffer[]
  problems: HeaderProblem[]
}

const DIGEST_BYTES = 32
const SIGNATURES_MAX = 20

/** Parses X-Service-Signature (`t=…,v1=<hex>`), tolerating and reporting mistakes. */
export function parseServiceSignature(value: string): ParsedSignature {
  const problems = new Set<HeaderProblem>()
  const text = unwrap(value, problems)
  if (/^v1a?,/.test(text)) return { timestamp: undefined, digests: [], problems: ['other_scheme'] }
  if (/\s/.test(text)) problems.add('has_spaces')
  const compact = text.replaceAll(/\s+/g, '')
  if (!compact.includes(',') && /[;&]/.test(compact)) problems.add('wrong_separator')
  const parts = compact.split(/[,;&]/).map((part) => splitOnce(part, '='))
  const timestamp = parts.find(([name]) => name === 't')?.[1]
  const signatures = parts.filter(([name]) => name === 'v1').map(([, digest]) => digest)
  if (!timestamp) problems.add('missing_timestamp')
  else if (!/^\d{1,15}$/.test(timestamp)) problems.add('bad_timestamp')
  if (signatures.length === 0) problems.add('missing_signature')
  const digests = signatures
    .slice(0, SIGNATURES_MAX)
    .flatMap((each) => readDigest(each, 'hex', problems))
  return { timestamp, digests, problems: [...problems] }
}

/** Parses webhook-signature (`v1,<base64>`, several separated by spaces) and webhook-timestamp in the same way. */
export function parseStandardSignature(
  value: string,
  timestamp: string | undefined,
): ParsedSignature {
  const problems = new Set<HeaderProblem>()
  const text = unwrap(value, problems)
  if (/^t=\d/.test(text)) return { timestamp, digests: [], problems: ['other_scheme'] }
  const seconds = timestamp?.trim()
  if (!seconds) problems.add('missing_timestamp')
  else if (!/^\d{1,15}$/.test(seconds)) problems.add('bad_timestamp')
  if (/v1=/.test(text) || /,v1,/.test(text)) problems.add('wrong_separator')
  const separated = text.replaceAll(/,(?=v1a?[,=])/g, ' ').replaceAll(/(?<=\bv1)=/g, ',')
  const signatures = separated
    .split(/\s+/)
    .filter((part) => part.startsWith('v1,'))
    .map((part) => part.slice(3))
  if (signatures.length === 0) problems.add('missing_signature')
  const digests = signatures
    .slice(0, SIGNATURES_MAX)
    .flatMap((each) => readDigest(each, 'base64', problems))
  return { timestamp: seconds, digests, problems: [...problems] }
}

function unwrap(value: string, problems: Set<HeaderProblem>): string {
  let text = value.trim()
  const named = /^(?:x-service-signature|webhook-signature|svix-signature)\s*:\s*/i.exec(text)
  if (named) {
    problems.add('has_name')
    text = text.slice(named[0].length)
  }
  const quoted = /^(["'])(.*)\1$/s.exec(text)
  if (!quoted) return text
  problems.add('has_quotes')
  return quoted[2]!.trim()
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Decodes a digest from hex or base64; undefined if it is neither. */
function readDigest(
  text: string,
  expected: 'hex' | 'base64',
  problems: Set<HeaderProblem>,
): Buffer[] {
  const isHex = /^[0-9a-f]{64}$/i.test(text)
  if (isHex) {
    if (expected === 'base64') problems.add('hex_not_base64')
    else if (/[A-F]/.test(text)) problems.add('uppercase_hex')
    return [Buffer.from(text, 'hex')]
  }
  const isBase64 = /^[\w+/-]{43}=?$/.test(text)
  const digest = isBase64 ? Buffer.from(text, 'base64') : Buffer.alloc(0)
  if (digest.length !== DIGEST_BYTES) {
    problems.add('wrong_length')
    return []
  }
  if (expected === 'hex') problems.add('base64_not_hex')
  else if (!/^[\w+/]{43}=$/.test(text)) problems.add('base64url')
  return [digest]
}
