import { useEffect } from 'react'
import { AuthorizePage } from '../features/auth/authorize-page.tsx'
import { startConfirmation } from '../lib/confirmation.ts'
import { ConfirmationDialog } from './confirmation-dialog.tsx'

/** Shows the page on which a member gives an app access, which is outside the shell, with the dialog that it needs. */
export function AuthorizeRoute() {
  useEffect(startConfirmation, [])
  return (
    <>
      <AuthorizePage />
      <ConfirmationDialog />
    </>
  )
}
