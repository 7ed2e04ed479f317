import type { MouseEvent } from 'react'
import { ParleyError } from '#client/core.ts'
import { api, setConfirmation } from './api.ts'
import { createStore } from './create-store.ts'

/** The open question for the password, or null. `answer` closes it. */
export const confirmation = createStore<{ answer: (isConfirmed: boolean) => void } | null>(null)

let pending: Promise<boolean> | null = null

/** Opens the dialog that asks for the password. Requests that need it at the same time share one dialog. */
function askForPassword(): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => {
    confirmation.set({
      answer(isConfirmed) {
        pending = null
        confirmation.set(null)
        resolve(isConfirmed)
      },
    })
  })
  return pending
}

/** Makes requests that need a confirmed password open the dialog. */
export function startConfirmation(): void {
  setConfirmation(askForPassword)
}

/**
 * Has the user confirm who they are before a dialog opens whose request needs it, so that no dialog covers another one.
 * Returns false if they cancel. Other failures are left to the dialog's own request.
 */
export async function confirmFirst(): Promise<boolean> {
  try {
    await api.get('/api/session/confirm')
  } catch (err) {
    if (err instanceof ParleyError && err.code === 'confirmation_required') return false
  }
  return true
}

/**
 * Handles a click on a link that downloads a file for which the password must be confirmed, because the browser itself
 * cannot ask for it.
 */
export async function downloadConfirmed(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  event.preventDefault()
  const { href, download } = event.currentTarget
  await downloadFile(href, download)
}

/** Downloads a file for which the password must be confirmed, as a file with the name `download`. */
export async function downloadFile(href: string, download: string): Promise<void> {
  // The browser reports any other failure of the download itself.
  if (!(await confirmFirst())) return
  clickLink(href, download)
}

/** Saves a text as a file with the name `download`. */
export function saveFile(text: string, download: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  clickLink(href, download)
  // The browser has begun to read it when the click has been handled.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

function clickLink(href: string, download: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = download
  link.click()
}
