import type { Samples } from '../../../components/code-samples.tsx'

const VERIFY_TYPESCRIPT = `
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether the header X-Service-Signature signs these bytes, within the last five minutes. */
function isSigned(secret: string, body: Buffer, header: string): boolean {
  const parts = header.split(',').map((part) => part.split('='))
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? ''
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!/^\\d+$/.test(timestamp) || age > 300) return false
  const expected = createHmac('sha256', secret).update(\`\${timestamp}.\`).update(body).digest()
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
`

const VERIFY_PYTHON = `
import hashlib
import hmac
import time


def is_signed(secret: str, body: bytes, header: str) -> bool:
    """Whether the header X-Service-Signature signs these bytes, within the last five minutes."""
    parts = [part.partition("=")[::2] for part in header.split(",")]
    timestamp = next((value for name, value in parts if name == "t"), "")
    if not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(time.time() - int(timestamp)) > 300:
        return False
    signed = timestamp.encode() + b"." + body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return any(
        name == "v1" and hmac.compare_digest(value.encode(), expected.encode())
        for name, value in parts
    )
`

/** The samples that check the signature of a delivery. */
export const verifySamples: Samples = {
  curl: `
# Computes the signature of body.json; compare it with v1= in the header.
timestamp=1760000000 # t= in the header
{ printf '%s.' "$timestamp"; cat body.json; } |
  openssl dgst -sha256 -hmac "$WEBHOOK_SECRET"
`,
  typescript: VERIFY_TYPESCRIPT,
  python: VERIFY_PYTHON,
}

/** The samples of a complete receiver that checks the signature and responds before it processes the event. */
export const receiveSamples: Samples = {
  curl: `
# Signs an event like Parley does and posts it to your server.
body='{"id":"0199a0c4-7d3e-7000-8000-000000000001","type":"message.received","test":true,"data":{}}'
timestamp=$(date +%s)
signature=$(printf '%s.%s' "$timestamp" "$body" |
  openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" | sed 's/^.* //')
curl -i "\${RECEIVER_URL:-http://localhost:8080/}" \\
  -H 'Content-Type: application/json' \\
  -H "X-Service-Signature: t=$timestamp,v1=$signature" \\
  --data-raw "$body"
`,
  typescript: `${VERIFY_TYPESCRIPT.replace(
    "from 'node:crypto'\n",
    "from 'node:crypto'\nimport { createServer } from 'node:http'\n",
  )}
const secret = process.env.WEBHOOK_SECRET ?? ''

createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks) // Use the raw bytes: do not parse JSON before the check.
  if (!isSigned(secret, body, String(request.headers['x-service-signature']))) {
    response.writeHead(400).end()
    return
  }
  response.writeHead(204).end() // Respond immediately; process the event afterwards.
  const event = JSON.parse(body.toString())
  console.log(event.id, event.type, event.data)
}).listen(Number(process.env.PORT ?? 8080))
`,
  python: `${VERIFY_PYTHON.replace(
    'import hmac\nimport time\n',
    'import hmac\nimport json\nimport os\nimport time\nfrom http.server import BaseHTTPRequestHandler, ThreadingHTTPServer\n',
  )}

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # Use the raw bytes: do not parse JSON before the check.
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        header = self.headers.get("X-Service-Signature", "")
        is_ours = is_signed(os.environ["WEBHOOK_SECRET"], body, header)
        self.send_response(204 if is_ours else 400)
        self.end_headers()  # Respond immediately; process the event afterwards.
        if is_ours:
            event = json.loads(body)
            print(event["id"], event["type"], event["data"], flush=True)


ThreadingHTTPServer(("", int(os.environ.get("PORT", 8080))), Receiver).serve_forever()
`,
}
