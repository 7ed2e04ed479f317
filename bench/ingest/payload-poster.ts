import { Pool } from 'undici'
import { sign } from '#platforms/fixtures/payload-of.ts'
import { wallClock } from '../wall-clock.ts'

/**
 * Brings payloads to an ingest server as the platform does. `post` returns when the payload was answered, in ms since 1970.
 *
 * @throws when the answer is not 200
 */
type PayloadPoster = { post: (body: string) => Promise<number>; close: () => Promise<void> }

/** Creates a poster for the ingest server at `url`, with 64 connections. */
export function createPayloadPoster(url: string): PayloadPoster {
  const pool = new Pool(url, { connections: 64 })
  return {
    async post(body) {
      const answer = await pool.request({
        method: 'POST',
        path: '/webhook/whatsapp',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': sign(body) },
        body,
      })
      const answeredAt = wallClock()
      await answer.body.dump()
      if (answer.statusCode !== 200) throw new Error(`A payload was answered ${answer.statusCode}.`)
      return answeredAt
    },
    close: () => pool.close(),
  }
}
