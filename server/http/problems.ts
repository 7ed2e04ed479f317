import { ERRORS } from '#shared/errors.ts'
import type { App } from './app.ts'
import { PROBLEMS_PATH } from './problem-details.ts'

/** Serves a page that lists every error code with its status and meaning. */
export function addProblemsPage(app: App): void {
  const rows = Object.entries(ERRORS)
    .map(
      ([code, [status, title]]) =>
        `<tr id="${code}"><td>${status}</td><td><code>${code}</code></td><td>${title}</td></tr>`,
    )
    .join('\n')
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width" />
<title>Problems · Parley</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem }
td, th { padding: .3rem 1rem .3rem 0; text-align: left; vertical-align: top }
tr:target { outline: 2px solid currentColor; outline-offset: 2px }
</style>
<h1>Problems</h1>
<p>Every error is <code>application/problem+json</code> with one of these codes. A code keeps its meaning.</p>
<table>
<tr><th>Status</th><th>Code</th><th>Meaning</th></tr>
${rows}
</table>
</html>
`
  app.get(
    PROBLEMS_PATH,
    { config: { permission: { open: 'explains error codes' } }, schema: { hide: true } },
    async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .serializer((text: unknown) => text as string)
        .send(page),
  )
}
