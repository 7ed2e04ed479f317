/** What is being looked for before the caret: `/` for canned replies, `@` for colleagues. */
export type Trigger = { sign: '/' | '@'; query: string; start: number; end: number }

const TRIGGER = /(?:^|\s)([/@])([\p{L}\p{M}\p{N}_-]{0,40})$/u

/** The word before the caret that asks for something of `signs`; undefined where there is none. */
export function findTrigger(text: string, caret: number, signs: string): Trigger | undefined {
  const match = TRIGGER.exec(text.slice(Math.max(0, caret - 60), caret))
  if (!match || !signs.includes(match[1]!)) return undefined
  const query = match[2]!
  const start = caret - query.length - 1
  return { sign: match[1] as Trigger['sign'], query, start, end: caret }
}

/** `text` with what the trigger stands for replaced, and where the caret is then. */
export function replaceTrigger(
  text: string,
  { start, end }: Trigger,
  replacement: string,
): { text: string; caret: number } {
  return {
    text: text.slice(0, start) + replacement + text.slice(end),
    caret: start + replacement.length,
  }
}
