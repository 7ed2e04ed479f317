/**
 * Returns the Apps Script that sends the answers of a Google Form to `url`, signed if a secret is set in it. Answers are a
 * list, because two questions can have the same title.
 */
export function googleFormsScript(url: string): string {
  return `const URL = '${url}'
const SECRET = ''

function onFormSubmit(event) {
  const response = event.response
  const answers = response.getItemResponses().map((each) => ({
    title: each.getItem().getTitle(),
    answer: each.getResponse(),
  }))
  const email = response.getRespondentEmail()
  if (email) answers.push({ title: 'Email', answer: email })
  const body = JSON.stringify({
    form: { id: event.source.getId(), title: event.source.getTitle() },
    response: {
      id: response.getId(),
      submitted_at: response.getTimestamp().toISOString(),
      answers: answers,
    },
  })
  const headers = {}
  if (SECRET) {
    const bytes = Utilities.computeHmacSha256Signature(body, SECRET, Utilities.Charset.UTF_8)
    const hex = bytes.map((byte) => ('0' + (byte & 255).toString(16)).slice(-2)).join('')
    headers['X-Form-Signature'] = 'sha256=' + hex
  }
  UrlFetchApp.fetch(URL, {
    method: 'post',
    contentType: 'application/json; charset=utf-8',
    payload: body,
    headers: headers,
  })
}`
}
