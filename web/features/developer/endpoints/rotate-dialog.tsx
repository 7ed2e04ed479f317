import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useAction } from '../../../components/use-action.ts'
import { api } from '../../../lib/api.ts'
import { NewSecret } from '../new-secret.tsx'
import { refreshDeveloper } from '../refresh-developer.ts'

/** The dialog that replaces a secret by a new one, by a POST of `body` to `path`, and shows the new one once. */
export function RotateDialog(props: {
  of: 'keys' | 'webhooks'
  title: string
  path: string
  body: object
  failed: string
  onClose: () => void
  children: ReactNode
}) {
  const { of, title, path, body, failed, onClose, children } = props
  const t = useTranslations(`developer.${of}`)
  const [secret, setSecret] = useState<string | null>(null)
  const rotate = useAction({
    // The secret is kept only in this component's state, never in a cache.
    run: async () => setSecret((await api.post<{ secret: string }>(path, body)).secret),
    failed,
    onDone: refreshDeveloper,
  })
  return (
    <>
      <ConfirmDialog
        opened={secret === null}
        title={title}
        text={t('rotateText')}
        confirmLabel={t('rotate')}
        isPending={rotate.isPending}
        onConfirm={() => rotate.mutate()}
        onClose={onClose}
      >
        {children}
      </ConfirmDialog>
      <NewSecret of={of} secret={secret} onDone={onClose} />
    </>
  )
}
