/** The yardstick: a bare Fastify handler that does one INSERT over a pool of pg, and nothing else. */
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
await pool.query(
  'create table if not exists bare_messages (id uuid primary key default gen_random_uuid(), chat_id uuid, text text, created_at timestamptz default now())',
)
const app = Fastify()
app.post<{ Body: { conversation_id: string; message: string } }>(
  '/send',
  async (request, reply) => {
    const { rows } = await pool.query(
      'insert into bare_messages (chat_id, text) values ($1, $2) returning id, chat_id, text, created_at',
      [request.body.conversation_id, request.body.message],
    )
    return reply.code(201).send(rows[0])
  },
)
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
