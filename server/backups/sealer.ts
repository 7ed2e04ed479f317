import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'

/** The length of a tag in bytes. */
export const TAG_BYTES = 16

/**
 * Seals the blocks of a file one after the other, and opens them in the same order. `open` returns undefined for a block
 * that was changed, or that is not the next one.
 */
export type Sealer = {
  seal: (kind: number, content: Buffer) => { tag: Buffer; payload: Buffer }
  open: (kind: number, tag: Buffer, payload: Buffer) => Buffer | undefined
}

/**
 * Creates a sealer without encryption: the tag of a block is a hash of the previous tag and the block. It finds damage,
 * and no one who wants to deceive.
 */
export function createHashSealer(header: string): Sealer {
  let previous = createHash('sha256').update(header).digest().subarray(0, TAG_BYTES)
  const toTag = (kind: number, payload: Buffer) =>
    createHash('sha256')
      .update(previous)
      .update(Buffer.of(kind))
      .update(payload)
      .digest()
      .subarray(0, TAG_BYTES)
  return {
    seal(kind, content) {
      const tag = (previous = toTag(kind, content))
      return { tag, payload: content }
    },
    open(kind, tag, payload) {
      previous = toTag(kind, payload)
      return previous.equals(tag) ? payload : undefined
    },
  }
}

/**
 * Creates a sealer with AES-256-GCM. The nonce of a block is its number, so that blocks cannot change their places; the
 * key must be that of one file only.
 */
export function createCipherSealer(key: Buffer): Sealer {
  let next = 0
  const options = { authTagLength: TAG_BYTES }
  const toNonce = () => {
    const nonce = Buffer.alloc(12)
    nonce.writeUIntBE(next++, 6, 6)
    return nonce
  }
  return {
    seal(kind, content) {
      const cipher = createCipheriv('aes-256-gcm', key, toNonce(), options)
      cipher.setAAD(Buffer.of(kind))
      const payload = cipher.update(content)
      cipher.final()
      return { tag: cipher.getAuthTag(), payload }
    },
    open(kind, tag, payload) {
      const decipher = createDecipheriv('aes-256-gcm', key, toNonce(), options)
      decipher.setAAD(Buffer.of(kind))
      decipher.setAuthTag(tag)
      try {
        const content = decipher.update(payload)
        decipher.final()
        return content
      } catch {
        return undefined
      }
    },
  }
}
