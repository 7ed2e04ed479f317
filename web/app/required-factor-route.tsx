import { useEffect } from 'react'
import { RequiredFactorPage } from '../features/auth/required-factor-page.tsx'
import { startConfirmation } from '../lib/confirmation.ts'
import { ConfirmationDialog } from './confirmation-dialog.tsx'

/** Shows the page for the required second factor, which is outside the shell, with the dialog that adding a passkey needs. */
export function RequiredFactorRoute() {
  useEffect(startConfirmation, [])
  return (
    <>
      <RequiredFactorPage />
      <ConfirmationDialog />
    </>
  )
}
