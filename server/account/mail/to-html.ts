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
  // The mark as text, because most mail clients show pictures only once they are asked.
  mark: 'display:inline-block;width:28px;height:28px;border-radius:6px;background:#0e6b75;color:#ffffff;font-weight:600;line-height:28px;text-align:center',
  link: 'color:#0e6b75;overflow-wrap:anywhere',
}

/**
 * Converts plain text to HTML with the face of the app, and the picture of the workspace in place of the mark if there is one. Lines that
 * consist of a URL become links.
 */
export function toHtml(text: string, pictureUrl: string | null = null): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.split('\n').map(toHtmlLine).join('<br>\n')}</p>`)
  const mark =
    pictureUrl === null
      ? `<div style="${STYLES.mark}" aria-hidden="true">P</div>`
      : `<img src="${escape(pictureUrl)}" width="48" height="48" alt="" style="border-radius:50%">`
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body style="${STYLES.body}">
<div style="${STYLES.card}">
${mark}
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
