/** The search term before the caret: after `/` for canned replies, after `@` for members. */
type Trigger = { sign: '/' | '@'; query: string; start: number; end: number }

const TRIGGER = /(?:^|\s)([/@])([\p{L}\p{M}\p{N}_-]{0,40})$/u

/** Returns the term before the caret that starts with one of `signs`; undefined if there is none. */
export function findTrigger(text: string, caret: number, signs: string): Trigger | undefined {
  const match = TRIGGER.exec(text.slice(Math.max(0, caret - 60), caret))
  if (!match || !signs.includes(match[1]!)) return undefined
  const query = match[2]!
  const start = caret - query.length - 1
  return { sign: match[1] as Trigger['sign'], query, start, end: caret }
}

/** Replaces a trigger's term in `text`, and returns the new position of the caret. */
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
