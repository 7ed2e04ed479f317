/** Reads a secret key of 32 bytes from a setting, in hexadecimal digits or base64. Returns undefined for any other text. */
export function toSecretKey(text: string): Buffer | undefined {
  const bytes = /^[0-9a-f]{64}$/i.test(text)
    ? Buffer.from(text, 'hex')
    : Buffer.from(text, 'base64')
  return bytes.length === 32 ? bytes : undefined
}

/** Reads secret keys that are separated by commas. Returns undefined if one of them is none. */
export function toSecretKeys(text: string): Buffer[] | undefined {
  const keys = text.split(',').map((part) => toSecretKey(part.trim()))
  return keys.every((key) => key !== undefined) ? keys : undefined
}
