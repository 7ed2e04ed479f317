import { domainToASCII, domainToUnicode } from 'node:url'
import { IsEmail } from 'typebox/format'
import { AppError } from './errors.ts'

/** The most characters of a text that `readEmail` reads. */
export const EMAIL_RAW_CHARACTERS_MAX = 1_000
const CHARACTERS_MAX = 254

/**
 * Reads an email address that a person or a program wrote: with blanks and invisible characters, as `mailto:` or as
 * `Name <address>`. Returns it as it is written, or undefined if it is none. Names and domains may have letters of every script.
 */
export function readEmail(raw: string): string | undefined {
  if (raw.length > EMAIL_RAW_CHARACTERS_MAX) return undefined
  const text = raw
    .normalize('NFC')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
  const start = text.endsWith('>') ? text.lastIndexOf('<') : -1
  const inner = start < 0 ? text : text.slice(start + 1, -1).trim()
  const email = /^mailto:/i.test(inner) ? readMailto(inner.slice('mailto:'.length)) : inner
  return email.length <= CHARACTERS_MAX && isEmail(email) ? email : undefined
}

/** Returns the name in `Name <address>`; undefined for other texts. */
export function readEmailName(raw: string): string | undefined {
  if (raw.length > EMAIL_RAW_CHARACTERS_MAX || !raw.trimEnd().endsWith('>')) return undefined
  const name = raw.slice(0, raw.lastIndexOf('<')).trim()
  const isName = name !== '' && !/[<>@]/.test(name) && readEmail(raw) !== undefined
  return isName ? name.replace(/^"(.*)"$/, '$1').trim() || undefined : undefined
}

/** Works like `readEmail` for a field of a request. @throws {AppError} validation_failed */
export function requireEmail(field: string, raw: string): string {
  const email = readEmail(raw)
  if (email !== undefined) return email
  const message = 'must be an email address'
  throw new AppError('validation_failed', `${field} ${message}.`, {
    fields: [{ field, code: 'invalid_format', message }],
  })
}

/** Returns the key of an email address: two spellings of one address have the same key. */
export function foldEmail(email: string): string {
  return mapDomain(email, domainToUnicode)
}

/** Returns the keys under which an address may be stored, its own first: domains of other scripts have a form in ASCII. */
export function emailMatchKeys(email: string): string[] {
  const converters = [domainToUnicode, domainToASCII, String]
  return [...new Set(converters.map((convert) => mapDomain(email, convert)))]
}

/** Restores a plus sign that arrived as a blank in the query of a URL. */
export function restorePlusOfEmail(text: string): string {
  return text.trim().replace(/^([^\s@<>"]+) (?=[^\s@<>"]+@[^\s@]+$)/, '$1+')
}

/** Source: RFC 6068. */
function readMailto(rest: string): string {
  const [address = ''] = rest.split('?', 1)
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

function isEmail(text: string): boolean {
  if (/[\s\p{C}]/u.test(text)) return false
  const at = text.lastIndexOf('@')
  const [name, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)]
  const plain = `${name.replaceAll(/[^\0-\x7f]/gu, 'x')}@${toHost(domain, domainToASCII)}`
  return !domain.includes('%') && IsEmail(plain)
}

function mapDomain(email: string, convert: (domain: string) => string): string {
  const text = email.normalize('NFC').toLowerCase()
  const at = text.lastIndexOf('@')
  return text.slice(0, at + 1) + toHost(text.slice(at + 1), convert)
}

/** Converts a domain of other scripts. The functions of URLs would read `1` as an address. */
function toHost(domain: string, convert: (domain: string) => string): string {
  return /[^\0-\x7f]|(^|\.)xn--/iu.test(domain) ? convert(domain) || domain : domain
}
