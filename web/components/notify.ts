import { createStore } from '../lib/create-store.ts'

type Button = { label: string; run: () => void }

/** A line that says what was done, or what failed. The next one replaces it. */
export type Notice = {
  id: number
  text: string
  /** Why it failed; only of a failure. */
  reason?: string
  button?: Button | undefined
  /** Whether the button undoes what the text names, as the key does. */
  isUndo?: boolean
}

/** The time in which an action can be undone after its notice is gone, in ms. */
const UNDOABLE_MS = 10 * 60_000

/** The notice that is shown. */
export const shownNotice = createStore<Notice | null>(null)

let lastId = 0

/** The actions that can be undone, the last one at the end. */
let undoable: { notice: Notice; at: number }[] = []

/** Shows that an action is done, with a button if it can be undone. */
export function notifyDone(text: string, undo?: Button): Notice {
  return show({ text, button: undo, isUndo: undo !== undefined })
}

/**
 * Shows what failed and why. `instead`: the notice of an action that was shown as done before the server refused it.
 * `undo`: undoes the same action again.
 */
export function notifyError(
  text: string,
  err: unknown,
  options: { instead?: Notice; button?: Button | undefined; undo?: Button } = {},
): void {
  const { instead, button, undo } = options
  if (instead) forget(instead)
  const reason = err instanceof Error ? err.message : String(err)
  show({ text, reason, button: undo ?? button, isUndo: undo !== undefined })
}

/** Removes a notice if it is still shown. */
export function hideNotice(notice: Notice): void {
  if (shownNotice.get() === notice) shownNotice.set(null)
}

/** Does what the button of a notice says. */
export function pressButton(notice: Notice): void {
  forget(notice)
  hideNotice(notice)
  notice.button?.run()
}

/**
 * Undoes the action that the shown notice names. If none does, shows the notice of the last action that can be undone, so
 * that nothing is undone that is not named.
 */
export function undoLast(): void {
  const shown = shownNotice.get()
  if (shown?.isUndo) return pressButton(shown)
  const last = undoable.findLast(({ at }) => Date.now() - at < UNDOABLE_MS)
  if (last) shownNotice.set(last.notice)
}

function show(shown: Omit<Notice, 'id'>): Notice {
  const notice = { id: (lastId += 1), ...shown }
  if (notice.isUndo) undoable = [...undoable.slice(-9), { notice, at: Date.now() }]
  shownNotice.set(notice)
  return notice
}

function forget(notice: Notice): void {
  undoable = undoable.filter((each) => each.notice !== notice)
}
