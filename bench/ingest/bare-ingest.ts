/** The yardstick: a bare Fastify handler that checks the HMAC of the raw body and does one INSERT of it. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

const secret = process.env['WHATSAPP_APP_SECRET']!
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
await pool.query(
  'create table if not exists bare_payloads (id uuid primary key default gen_random_uuid(), body bytea, received_at timestamptz default now())',
)
const app = Fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser(
  '*',
  { parseAs: 'buffer' },
  async (_request: unknown, body: Buffer) => body,
)
app.post<{ Body: Buffer }>('/webhook/whatsapp', async (request, reply) => {
  const expected = createHmac('sha256', secret).update(request.body).digest()
  const given = Buffer.from(String(request.headers['x-hub-signature-256']).slice(7), 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return reply.code(401).send()
  await pool.query('insert into bare_payloads (body) values ($1)', [request.body])
  return reply.code(200).send()
})
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
