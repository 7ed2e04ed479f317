import { Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormError } from './form-error.tsx'
import { SubmitButtons } from './submit-buttons.tsx'
import type { Submission } from './use-submit.ts'

/** The dialog with a form: why its request failed, its fields, and the buttons that cancel and submit it. */
export function FormDialog(props: {
  title: string
  size?: 'sm' | 'lg' | 'xl' | '60rem'
  autoComplete?: 'off'
  request: Submission
  submitLabel: string
  isDisabled?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const { title, size, autoComplete, request, submitLabel, isDisabled, onClose, children } = props
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <form onSubmit={request.submit} autoComplete={autoComplete}>
        <Stack>
          <FormError error={request.error} />
          {children}
          <SubmitButtons
            label={submitLabel}
            isPending={request.isPending}
            {...(isDisabled !== undefined && { isDisabled })}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}
