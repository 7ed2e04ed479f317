import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { WebhookEndpoint } from './endpoints/endpoints.ts'
import { RotateDialog } from './endpoints/rotate-dialog.tsx'

/**
 * The dialog that rotates an endpoint's signing secret and shows the new one once. The old secret stays valid for a
 * day, or expires immediately if chosen.
 */
export function RotateEndpointDialog({
  endpoint,
  onClose,
}: {
  endpoint: WebhookEndpoint
  onClose: () => void
}) {
  const t = useTranslations('developer.webhooks')
  const [isNow, setNow] = useState(false)
  return (
    <RotateDialog
      of="webhooks"
      title={t('rotateTitle')}
      path={`/api/developer/webhooks/${endpoint.id}/rotate-secret`}
      body={{ expire_now: isNow }}
      failed={t('failures.rotate')}
      onClose={onClose}
    >
      <Checkbox
        checked={isNow}
        onChange={({ currentTarget }) => setNow(currentTarget.checked)}
        label={t('rotateNow')}
        description={t('rotateNowText')}
      />
    </RotateDialog>
  )
}
