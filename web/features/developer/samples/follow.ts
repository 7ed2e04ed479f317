import type { Samples } from '../../../components/code-samples.tsx'

/** The samples that read events in order, starting where the last run ended. */
export const followSamples = (url: string): Samples => ({
  curl: `
# Lists one page of events; get the next page with after=<next_cursor>.
curl '${url}/api/v1/events?limit=100' \\
  -H "Authorization: Bearer $PARLEY_API_KEY"

# Streams new events as they happen.
curl -N '${url}/api/v1/events/stream' \\
  -H "Authorization: Bearer $PARLEY_API_KEY"
`,
  typescript: `
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const PLACE = process.env.CURSOR_FILE ?? 'cursor.txt'
type Page = { data: { id: string; type: string }[]; next_cursor: string; has_more: boolean }

for (;;) {
  const url = new URL('${url}/api/v1/events?limit=100')
  if (existsSync(PLACE)) url.searchParams.set('after', readFileSync(PLACE, 'utf8'))
  const response = await fetch(url, {
    headers: { authorization: \`Bearer \${process.env.PARLEY_API_KEY}\` },
  })
  if (!response.ok) throw new Error(await response.text())
  const page = (await response.json()) as Page
  for (const event of page.data) console.log(event.id, event.type)
  writeFileSync(PLACE, page.next_cursor) // Saved after processing, so that no event is missed.
  if (!page.has_more) break
}
`,
  python: `
import json
import os
import pathlib
import urllib.parse
import urllib.request

place = pathlib.Path(os.environ.get("CURSOR_FILE", "cursor.txt"))

while True:
    query = {"limit": 100}
    if place.exists():
        query["after"] = place.read_text()
    request = urllib.request.Request(
        "${url}/api/v1/events?" + urllib.parse.urlencode(query),
        headers={"Authorization": f"Bearer {os.environ['PARLEY_API_KEY']}"},
    )
    with urllib.request.urlopen(request) as response:
        page = json.load(response)
    for event in page["data"]:
        print(event["id"], event["type"])
    place.write_text(page["next_cursor"])  # Saved after processing, so that no event is missed.
    if not page["has_more"]:
        break
`,
})
