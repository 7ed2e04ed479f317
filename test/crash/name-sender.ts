/**
 * Loaded into the product's processes by `--import`: adds the process's id to each request that it sends, so that a
 * receiver knows which of them called. Source: undici's documentation, "Diagnostics Channel Support".
 */
import { subscribe } from 'node:diagnostics_channel'
import { SENDER_HEADER } from './sender-header.ts'

type Created = { request: { addHeader: (name: string, value: string) => void } }

// A second process of the product ends with the first one, whose end is on record.
const sender = String(process.channel ? process.ppid : process.pid)

subscribe('undici:request:create', (message) => {
  ;(message as Created).request.addHeader(SENDER_HEADER, sender)
})
