import type { Samples } from '../../../components/code-samples.tsx'

/** The samples that store an event once, even if it is delivered several times. */
export const onceSamples = (url: string): Samples => ({
  curl: `
# Resends an event, to check that your server handles it only once.
# The key needs the scope webhooks:write.
curl '${url}/api/v1/events/'"$EVENT_ID"'/resend' \\
  -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{}'
`,
  typescript: `
import { DatabaseSync } from 'node:sqlite'

const db = new DatabaseSync(process.env.EVENTS_DB ?? 'events.db')
db.exec('create table if not exists events (id text primary key, body text not null)')

/** Keeps a verified event; false if it is known. Answer 204 either way, and work from the table. */
function keepOnce(body: string): boolean {
  const { id } = JSON.parse(body) as { id: string }
  const insert = db.prepare('insert or ignore into events (id, body) values (?, ?)')
  return insert.run(id, body).changes > 0
}
`,
  python: `
import json
import os
import sqlite3

db = sqlite3.connect(os.environ.get("EVENTS_DB", "events.db"))
db.execute("create table if not exists events (id text primary key, body text not null)")


def keep_once(body: bytes) -> bool:
    """Keeps a verified event; False if it is known. Answer 204 either way, and work from the table."""
    with db:
        inserted = db.execute(
            "insert or ignore into events (id, body) values (?, ?)",
            (json.loads(body)["id"], body.decode()),
        )
    return inserted.rowcount > 0
`,
})
