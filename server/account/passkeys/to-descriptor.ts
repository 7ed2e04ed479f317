/** Returns the form in which a browser is asked for a passkey. */
export function toDescriptor(row: { credential_id: Buffer; transports: string[] }): {
  type: 'public-key'
  id: string
  transports: string[]
} {
  return {
    type: 'public-key',
    id: row.credential_id.toString('base64url'),
    transports: row.transports,
  }
}
