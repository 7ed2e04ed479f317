import type { PageTexts } from './page-texts.ts'

/** The form of a page: the question, what can be chosen, and what was chosen before. */
export type RatingForm = {
  question: string
  choices: { rating: number; title: string }[]
  chosen: number | null
  comment: string | null
  isMissing: boolean
}

const STYLE = `
  :root { color-scheme: light dark; --text: light-dark(#1f1c18, #ebe6de); --back: light-dark(#ffffff, #1c1a17); --line: light-dark(#c9c2b7, #5c554c); --accent: light-dark(#0e6b75, #5cc3cc); --on-accent: light-dark(#ffffff, #06282c); --bad: light-dark(#c02b2b, #ff8a84) }
  body { color: var(--text); background: var(--back) }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 28rem; margin: 10vh auto; padding: 0 1rem }
  h1 { font-size: 1.4rem; line-height: 1.3 }
  fieldset { border: 0; padding: 0; margin: 1.5rem 0; display: grid; gap: .5rem }
  label.choice { display: flex; gap: .75rem; align-items: center; border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .9rem; min-height: 1.75rem; cursor: pointer }
  label.choice:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent) }
  textarea { font: inherit; width: 100%; box-sizing: border-box; min-height: 6rem; padding: .6rem; border: 1px solid var(--line); color: inherit; background: transparent; border-radius: .5rem }
  button { font: inherit; font-weight: 600; margin-top: 1rem; padding: .6rem 1.4rem; border: 0; border-radius: .5rem; background: var(--accent); color: var(--on-accent); cursor: pointer }
  .bad { color: var(--bad); font-weight: 600 }
  .soft { opacity: .75 }`

/** Writes the page with the form. `notice`: shown above it. It says nothing of the conversation. */
export function writeForm(
  language: string,
  texts: PageTexts,
  form: RatingForm,
  notice = '',
): string {
  const choices = form.choices.map(({ rating, title }) => {
    const checked = rating === form.chosen ? ' checked' : ''
    const spoken = escape(texts.rating.replace('{rating}', String(rating)))
    return `<label class="choice"><input type="radio" name="rating" value="${rating}" required${checked} aria-label="${spoken}"> <span aria-hidden="true">${escape(title)}</span></label>`
  })
  const heading = notice === '' ? form.question : notice
  const detail = notice === '' ? '' : `<p class="soft">${escape(texts.changeable)}</p>`
  const missing = form.isMissing ? `<p class="bad" role="alert">${escape(texts.missing)}</p>` : ''
  return writePage(
    language,
    heading,
    `${detail}${missing}
<form method="post">
<fieldset><legend class="soft">${escape(notice === '' ? '' : form.question)}</legend>
${choices.join('\n')}
</fieldset>
<label>${escape(texts.comment)} <span class="soft">(${escape(texts.optional)})</span><textarea name="comment" maxlength="1000">${escape(form.comment ?? '')}</textarea></label>
<button>${escape(form.chosen === null ? texts.send : texts.change)}</button>
</form>`,
  )
}

/** Writes a page that says only one thing. */
export function writePage(language: string, heading: string, body = ''): string {
  return `<!doctype html>
<html lang="${escape(language)}" dir="auto">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(heading)}</title>
<link rel="icon" href="/favicon.ico">
<style>${STYLE}
</style>
<h1>${escape(heading)}</h1>
${body}
</html>
`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
