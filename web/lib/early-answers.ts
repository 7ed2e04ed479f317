/** A response and its whole text. */
type Answer = { response: Response; text: string }

/** The answers that `web/public/before.js` asks for while the app's code loads, by URL. */
type Early = { parleyAnswers?: Map<string, Promise<Answer>> }

/** After the app's first second, an answer that nobody took may be out of date. */
const FRESH_MS = 1_000

const { parleyAnswers: answers } = globalThis as Early
if (answers) setTimeout(() => answers.clear(), FRESH_MS)

/** Returns the answer that was asked for before the app started, once; undefined if there is none. */
export function takeEarlyAnswer(url: string): Promise<Answer> | undefined {
  const answer = answers?.get(url)
  answers?.delete(url)
  return answer
}
