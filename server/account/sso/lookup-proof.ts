import { promises as dns } from 'node:dns'
import { DOMAIN_RECORD_PREFIX } from '#shared/sso.ts'
import { errorFields } from '#lib/errors.ts'

/** Returns the TXT records of a name, each in its parts. */
export type LookupTxt = (name: string) => Promise<string[][]>

const DNS = { timeout: 3_000, tries: 2 }
/** The DNS says that the name has no such records, or does not exist. Other errors say nothing about it. */
const ABSENT = new Set(['ENODATA', 'ENOTFOUND'])

/** Returns the TXT records of a name, from the DNS servers of the system, within six seconds for each of them. */
export const lookupTxt: LookupTxt = (name) => new dns.Resolver(DNS).resolveTxt(name)

/** Returns the TXT record that proves the ownership of a domain. */
export function toRecord(token: string): string {
  return `${DOMAIN_RECORD_PREFIX}${token}`
}

/** Returns whether a domain has the TXT record of its proof; `unknown` if the DNS does not answer. */
export async function lookupProof(
  { domain, token }: { domain: string; token: string },
  lookup: LookupTxt,
): Promise<'found' | 'missing' | 'unknown'> {
  try {
    const records = await lookup(domain)
    const isFound = records.some((parts) => parts.join('').trim() === toRecord(token))
    return isFound ? 'found' : 'missing'
  } catch (err) {
    return ABSENT.has(String(errorFields(err).code)) ? 'missing' : 'unknown'
  }
}
