import type { Samples } from '../../../components/code-samples.tsx'

const payload = (account: string, id: string, time: string) =>
  `{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"field":"messages","value":{"messaging_product":"whatsapp","metadata":{"display_phone_number":"918055501234","phone_number_id":"${account}"},"contacts":[{"profile":{"name":"Kavya Iyer"},"wa_id":"919812300001"}],"messages":[{"from":"919812300001","id":"${id}","timestamp":"${time}","type":"text","text":{"body":"Is my order on its way?"}}]}}]}]}`

/** The samples that post a message to the channel of `account` like the platform does, signed with the app secret. */
export const postInboundSamples = (ingestUrl: string, account: string): Samples => ({
  curl: `
# Each message needs its own ID: a known ID changes nothing.
id=$(openssl rand -hex 8)
body='${payload(account, 'wamid.try-\'"$id"\'', '\'"$(date +%s)"\'')}'
signature=$(printf '%s' "$body" |
  openssl dgst -sha256 -hmac "$WHATSAPP_APP_SECRET" | sed 's/^.* //')
curl -i '${ingestUrl}/webhook/whatsapp' \\
  -H 'Content-Type: application/json' \\
  -H "X-Hub-Signature-256: sha256=$signature" \\
  --data-raw "$body"
`,
  typescript: `
import { createHmac, randomUUID } from 'node:crypto'

// Each message needs its own ID: a known ID changes nothing.
const now = Math.floor(Date.now() / 1000)
const body = \`${payload(account, 'wamid.try-${randomUUID()}', '${now}')}\`
const secret = process.env.WHATSAPP_APP_SECRET ?? ''
const response = await fetch('${ingestUrl}/webhook/whatsapp', {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'x-hub-signature-256': \`sha256=\${createHmac('sha256', secret).update(body).digest('hex')}\`,
  },
  body,
})
console.log(response.status) // 200: the payload is stored.
`,
  python: `
import hashlib
import hmac
import os
import time
import urllib.request
import uuid

# Each message needs its own ID: a known ID changes nothing.
body = """${payload(account, 'wamid.try-ID', 'NOW')}"""
body = body.replace("ID", uuid.uuid4().hex).replace("NOW", str(int(time.time()))).encode()
secret = os.environ["WHATSAPP_APP_SECRET"].encode()
signature = hmac.new(secret, body, hashlib.sha256).hexdigest()
request = urllib.request.Request(
    "${ingestUrl}/webhook/whatsapp",
    data=body,
    headers={
        "Content-Type": "application/json",
        "X-Hub-Signature-256": f"sha256={signature}",
    },
)
with urllib.request.urlopen(request) as response:
    print(response.status)  # 200: the payload is stored.
`,
})
