import { Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { EndpointWithSecret } from '#webhooks/schema.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { SecretOnce } from '../../../components/secret-once.tsx'
import { api } from '../../../lib/api.ts'
import { notifyError } from '../../../components/notify.ts'
import { refreshDeveloper } from '../refresh-developer.ts'
import type { WebhookEndpoint } from './endpoints.ts'

/**
 * The dialog that rotates an endpoint's signing secret and shows the new one once. The old secret stays valid for a
 * day, or expires immediately if chosen.
 */
export function RotateDialog({
  endpoint,
  onClose,
}: {
  endpoint: WebhookEndpoint
  onClose: () => void
}) {
  const t = useTranslations('developer.webhooks')
  const [isNow, setNow] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const rotate = useMutation({
    // The secret is kept only in this component's state, never in a cache.
    mutationFn: async () => {
      const answer = await api.post<EndpointWithSecret>(
        `/api/developer/webhooks/${endpoint.id}/rotate-secret`,
        { expire_now: isNow },
      )
      setSecret(answer.secret)
    },
    onSuccess: refreshDeveloper,
    onError: (err) => notifyError(t('failures.rotate'), err),
  })
  return (
    <>
      <ConfirmDialog
        opened={secret === null}
        title={t('rotateTitle')}
        text={t('rotateText')}
        confirmLabel={t('rotate')}
        isPending={rotate.isPending}
        onConfirm={() => rotate.mutate()}
        onClose={onClose}
      >
        <Checkbox
          checked={isNow}
          onChange={({ currentTarget }) => setNow(currentTarget.checked)}
          label={t('rotateNow')}
          description={t('rotateNowText')}
        />
      </ConfirmDialog>
      <SecretOnce
        secret={secret}
        title={t('secretTitle')}
        text={t('secretText')}
        label={t('secretLabel')}
        doneLabel={t('secretDone')}
        onDone={onClose}
      />
    </>
  )
}
