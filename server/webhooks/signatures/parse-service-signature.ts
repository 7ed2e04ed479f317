import { itemAt } from '#lib/item-at.ts'
import type { HeaderProblem } from '#shared/signature-findings.ts'

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
  return itemAt(quoted, 2).trim()
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
