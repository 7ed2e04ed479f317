/** The content codings in which answers are sent, the best first. */
const CODINGS = ['br', 'gzip'] as const

/** A content coding of an answer. */
export type Coding = (typeof CODINGS)[number] | 'identity'

/** Returns the best content coding that a client accepts. Source: RFC 9110 §12.5.3. */
export function chooseCoding(header: string | string[] | undefined): Coding {
  const accepted = String(header ?? '')
    .split(',')
    .map((each) => each.trim().split(';'))
    .filter(([, weight = '']) => !/^\s*q=0(\.0*)?$/.test(weight))
    .map(([name]) => name)
  return CODINGS.find((each) => accepted.includes(each)) ?? 'identity'
}

/**
 * Returns whether a header (If-Match, If-None-Match) names an entity tag. A weak tag counts like a strong one, because proxies that
 * compress an answer make its tag weak.
 */
export function isNamed(etag: string, header: string | undefined): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.split(',').some((each) => bare(each) === bare(etag))
}
