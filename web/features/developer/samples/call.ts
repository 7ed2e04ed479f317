import type { Samples } from '../../../components/code-samples.tsx'

/** The samples that read the newest open conversations with an API key. */
export const readSamples = (url: string): Samples => ({
  curl: `
curl '${url}/api/v1/chats?status=open&limit=10' \\
  -H "Authorization: Bearer $PARLEY_API_KEY"
`,
  typescript: `
type Chat = { id: string; person: { name: string | null }; unread_count: number }

const response = await fetch('${url}/api/v1/chats?status=open&limit=10', {
  headers: { authorization: \`Bearer \${process.env.PARLEY_API_KEY}\` },
})
if (!response.ok) throw new Error(await response.text())
const { data, next_cursor } = (await response.json()) as { data: Chat[]; next_cursor: string | null }
for (const chat of data) console.log(chat.id, chat.person.name, chat.unread_count)
// next_cursor is null on the last page; otherwise request the next page with &cursor=…
`,
  python: `
import json
import os
import urllib.request

request = urllib.request.Request(
    "${url}/api/v1/chats?status=open&limit=10",
    headers={"Authorization": f"Bearer {os.environ['PARLEY_API_KEY']}"},
)
with urllib.request.urlopen(request) as response:
    page = json.load(response)
for chat in page["data"]:
    print(chat["id"], chat["person"]["name"], chat["unread_count"])
# page["next_cursor"] is None on the last page; otherwise request the next page with &cursor=...
`,
})

/** The samples that send a message to a customer; running one again does not send it again. */
export const sendSamples = (url: string): Samples => ({
  curl: `
curl '${url}/api/v1/messages/send' \\
  -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: order-1042-shipped' \\
  -d '{"phone_e164": "+919812300001", "message": "Your order is on its way."}'
`,
  typescript: `
const response = await fetch('${url}/api/v1/messages/send', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.PARLEY_API_KEY}\`,
    'content-type': 'application/json',
    // A repeated key returns the first response; nothing is sent twice.
    'idempotency-key': 'order-1042-shipped',
  },
  body: JSON.stringify({ phone_e164: '+919812300001', message: 'Your order is on its way.' }),
})
if (!response.ok) throw new Error(await response.text())
const message = (await response.json()) as { id: string; status: string }
console.log(message.id, message.status)
`,
  python: `
import json
import os
import urllib.request

request = urllib.request.Request(
    "${url}/api/v1/messages/send",
    data=json.dumps(
        {"phone_e164": "+919812300001", "message": "Your order is on its way."}
    ).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['PARLEY_API_KEY']}",
        "Content-Type": "application/json",
        # A repeated key returns the first response; nothing is sent twice.
        "Idempotency-Key": "order-1042-shipped",
    },
)
with urllib.request.urlopen(request) as response:
    message = json.load(response)
print(message["id"], message["status"])
`,
})
