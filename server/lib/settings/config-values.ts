import { findServers } from './database-servers.ts'
import { isNetwork } from '../is-in-networks.ts'

// Each returns undefined for a text that is no such value.

/** Reads a port number; 0 is any free port. */
export function toPort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined
}

/** Returns a function that reads a whole number from `min` to `max`. */
export function toNumber(min: number, max: number): (text: string) => number | undefined {
  return (text) => {
    const isShort = /^\d+$/.test(text) && text.length <= String(max).length
    return isShort && Number(text) >= min && Number(text) <= max ? Number(text) : undefined
  }
}

/** Reads seconds from 0 to 300, with at most one digit after the point. */
export function toDrainSeconds(text: string): number | undefined {
  return /^\d{1,3}(\.\d)?$/.test(text) && Number(text) <= 300 ? Number(text) : undefined
}

/** Returns a function that reads a whole number from 1 to `max`. */
export function toCount(max: number): (text: string) => number | undefined {
  return (text) => (/^[1-9]\d*$/.test(text) && Number(text) <= max ? Number(text) : undefined)
}

/** Reads `true` or `false`. */
export function toFlag(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined
}

/** Reads a host name or an IP address. */
export function toHost(text: string): string | undefined {
  return /^[\w.:-]+$/.test(text) ? text : undefined
}

/** Reads a token of at least 16 visible characters. */
export function toToken(text: string): string | undefined {
  return /^[\x21-\x7e]{16,}$/.test(text) ? text : undefined
}

/** Reads IP addresses and subnets, separated by commas. */
export function toAddresses(text: string): string[] | undefined {
  const parts = text.split(',').map((part) => part.trim())
  return parts.every(isNetwork) ? parts : undefined
}

/** Reads an http:// or https:// URL, and removes slashes at its end. */
export function toHttpUrl(text: string): string | undefined {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? text.replace(/\/+$/, '') : undefined
}

/** Reads the URL of a bucket, which has no credentials and no query. */
export function toBucketUrl(text: string): string | undefined {
  const url = URL.parse(text)
  return url && !url.username && !url.password && !url.search ? toHttpUrl(text) : undefined
}

/** Reads a postgres:// address of one or more servers. */
export function toDatabaseUrl(text: string): string | undefined {
  return findServers(text) ? text : undefined
}

/** Reads an smtp:// or smtps:// URL. */
export function toSmtpUrl(text: string): string | undefined {
  const url = URL.parse(text)
  return url && /^smtps?:$/.test(url.protocol) && url.hostname ? text : undefined
}

/** Reads an email address with or without a name, such as `Parley <parley@example.com>`. */
export function toSender(text: string): { name: string; address: string } | undefined {
  const [, quoted, plain = '', inBrackets, bare] =
    /^(?:(?:"([^"\\<>]*)"|([^"<>]*?))\s*<([^\s<>]+)>|([^\s<>]+))$/u.exec(text.trim()) ?? []
  const address = inBrackets ?? bare ?? ''
  if (!/^[^\s@,;:"()]+@[^\s@,;:"()]+$/.test(address) || /\p{Cc}/u.test(text)) return undefined
  return { name: quoted ?? plain, address }
}

/** Reads email addresses in lower case, separated by commas. */
export function toEmails(text: string): string[] | undefined {
  const emails = text.split(',').map((each) => each.trim().toLowerCase())
  return emails.every((each) => /^[^\s@]+@[^\s@]+$/.test(each)) ? emails : undefined
}
