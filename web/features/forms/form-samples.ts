import type { Samples } from '../../components/code-samples.tsx'

/** Returns a plain HTML form that posts to `url`, with a field of every supported kind. */
export function formSnippet(url: string): string {
  return `<form action="${url}" method="post">
  <label>Name <input name="name" autocomplete="name"></label>
  <label>Phone <input name="phone" type="tel" autocomplete="tel"></label>
  <label>Email <input name="email" type="email" autocomplete="email"></label>
  <label>Message <textarea name="message"></textarea></label>
  <input type="hidden" name="utm_campaign" value="spring">
  <button>Send</button>
</form>`
}

/** Returns code samples that post to a form at `url`. */
export function formSamples(url: string): Samples {
  return {
    curl: `curl '${url}' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: order-1042' \\
  -d '{"name":"Asha Rao","phone":"98450 12345","message":"Do you deliver?"}'`,
    typescript: `const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'Idempotency-Key': 'order-1042',
  },
  body: JSON.stringify({
    name: 'Asha Rao',
    phone: '98450 12345',
    message: 'Do you deliver?',
  }),
})
if (response.status !== 202) throw new Error(await response.text())`,
    python: `import json
import urllib.request

request = urllib.request.Request(
    "${url}",
    data=json.dumps({
        "name": "Asha Rao",
        "phone": "98450 12345",
        "message": "Do you deliver?",
    }).encode(),
    headers={
        "Content-Type": "application/json",
        "Idempotency-Key": "order-1042",
    },
)
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode())`,
  }
}
