/** What is wrong with a signature header, as a stable word. */
export type HeaderProblem = keyof typeof HEADER_PROBLEMS

/** Every problem of a signature header: what it is, and what to do about it. */
export const HEADER_PROBLEMS = {
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
      'X-Service-Signature is t=…,v1=<hex>; webhook-signature is v1,<base64>. Give each under its own name.',
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
    message: 'The signature is not as long as an HMAC-SHA256: it was cut, or something was added.',
    advice: 'Pass on the whole value; look for a column or a log that cuts it.',
  },
  bad_timestamp: {
    message: 'The timestamp is not a whole number of seconds.',
    advice: 'Pass on the timestamp as it arrived: Unix seconds in decimal digits.',
  },
} as const

/** A signature header as far as it can be read: what it signs with, each digest, and what is wrong with it. */
export type ParsedSignature = {
  /** As text: it is signed as it stands in the header. */
  timestamp: string | undefined
  digests: Buffer[]
  problems: HeaderProblem[]
}

const DIGEST_BYTES = 32
const SIGNATURES_MAX = 20

/** Reads the value of X-Service-Signature (`t=…,v1=<hex>`), forgiving what can be forgiven and saying it. */
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

/** Reads webhook-signature (`v1,<base64>`, several with spaces between) and webhook-timestamp, in the same way. */
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

/** The digest that a text holds, in either way of writing; none where it cannot be one. */
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
