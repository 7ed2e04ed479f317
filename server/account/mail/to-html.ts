import type { WorkspaceFace } from '../pictures/read-workspace-face.ts'

/** The id of the mark's picture among the parts of a mail. */
export const MARK_CID = 'mark@parley'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The look of a mail, inline, because mail clients drop style sheets: the app's text, background, card and accent. */
const STYLES = {
  body: "margin:0;padding:24px 12px;background:#f8f6f2;color:#1f1c18;font:16px/1.5 'IBM Plex Sans',system-ui,sans-serif",
  card: 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e7e2da;border-radius:8px',
  head: 'color:#625b52;font-weight:600',
  picture: 'margin-right:10px;vertical-align:middle',
  link: 'color:#0e6b75;overflow-wrap:anywhere',
}

/** The colours for dark mode. Clients that drop style sheets keep the light ones, or derive their own. */
const DARK = `@media (prefers-color-scheme: dark) {
  body { background: #151311 !important; color: #ebe6de !important }
  .card { background: #1c1a17 !important; border-color: #34302a !important }
  .head { color: #b0a89c !important }
  a { color: #5cc3cc !important }
}`

/**
 * Converts plain text to HTML with the face of the app, and the picture of the workspace (`face`) in place of the mark if there is one. Lines that
 * consist of a URL become links.
 */
export function toHtml(text: string, face: WorkspaceFace | null = null): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.split('\n').map(toHtmlLine).join('<br>\n')}</p>`)
  const [source, side, name] = face
    ? [escape(face.pictureUrl), 40, escape(face.name)]
    : [`cid:${MARK_CID}`, 28, 'Parley']
  const radius = face ? '50%' : '7px'
  // The name is a text, because many clients show pictures only once they are asked.
  const head = `<div class="head" style="${STYLES.head}"><img src="${source}" width="${side}" height="${side}" alt="" style="${STYLES.picture};border-radius:${radius}">${name}</div>`
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${DARK}</style></head><body style="${STYLES.body}">
<div class="card" style="${STYLES.card}">
${head}
${paragraphs.join('\n')}
</div>
</body></html>
`
}

/** Summarizes a text for the log on one line: its first paragraph and its links. */
export function toGist(text: string): string {
  const [first = '', ...others] = text.trim().split(/\n{2,}/)
  const links = others.flatMap((paragraph) => paragraph.split('\n').filter(isLink))
  return [first.replaceAll(/\s+/g, ' '), ...links].join(' ')
}

function toHtmlLine(line: string): string {
  const shown = escape(line)
  return isLink(line) ? `<a style="${STYLES.link}" href="${shown}">${shown}</a>` : shown
}

function isLink(line: string): boolean {
  return /^https?:\/\/\S+$/.test(line)
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!)
}
