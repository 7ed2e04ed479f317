import type { TlsSettings } from '#shared/webhooks.ts'
import { toGroupErrors } from './to-group-errors.ts'

/** The fields of TLS settings in the form; an empty key keeps the stored one. */
export type TlsValues = { isUsed: boolean; certificate: string; key: string; ca: string }

/** The change of TLS settings that the API takes. */
export type TlsChanges = { certificate?: string | null; private_key?: string; ca?: string | null }

/** Returns the values of the form for stored TLS settings. */
export function toTlsValues(stored: TlsSettings | null): TlsValues {
  return {
    isUsed: stored !== null,
    certificate: stored?.certificate ?? '',
    key: '',
    ca: stored?.ca ?? '',
  }
}

/** Reads the change of TLS settings from the form: null removes them, undefined changes nothing. */
export function readTls(
  values: TlsValues,
  stored: TlsSettings | null,
): TlsChanges | null | undefined {
  if (!values.isUsed) return stored ? null : undefined
  const certificate = toPem(values.certificate)
  const ca = toPem(values.ca)
  const key = values.key.trim()
  const isSame =
    !key && certificate === toPem(stored?.certificate) && ca === toPem(stored?.ca) && stored
  return isSame ? undefined : { certificate, ca, ...(key && { private_key: key }) }
}

/** Returns the messages of an API error about TLS settings by the name of their field in the form. */
export function toTlsErrors(err: Error): Record<string, string> {
  return toGroupErrors(err, 'tls', { certificate: 'certificate', private_key: 'key', ca: 'ca' })
}

/** Returns the text of a field; a browser changes the line ends of pasted text. */
function toPem(text: string | null | undefined): string | null {
  return text?.replaceAll('\r\n', '\n').trim() || null
}
