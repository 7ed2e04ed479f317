import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiKey } from '#account/keys/schema.ts'
import type { Wire } from '../../../lib/wire.ts'
import { RotateDialog } from '../endpoints/rotate-dialog.tsx'

/** How long the replaced key can stay valid, in hours. */
const OVERLAPS = { none: 0, day: 24, week: 168, month: 720 } as const

/** The dialog that replaces an API key by a new one and shows its secret once. */
export function RotateKeyDialog({
  value: key,
  onClose,
}: {
  value: Wire<ApiKey>
  onClose: () => void
}) {
  const t = useTranslations('developer.keys')
  const [overlap, setOverlap] = useState<keyof typeof OVERLAPS>('day')
  return (
    <RotateDialog
      of="keys"
      title={t('rotateTitle', { name: key.name })}
      path={`/api/developer/api-keys/${key.id}/rotate`}
      body={{ overlap_hours: OVERLAPS[overlap] }}
      failed={t('rotateFailed')}
      onClose={onClose}
    >
      <NativeSelect
        label={t('overlap')}
        value={overlap}
        onChange={({ currentTarget }) => setOverlap(currentTarget.value as keyof typeof OVERLAPS)}
        data={(['day', 'week', 'month', 'none'] as const).map((value) => ({
          value,
          label: t(`overlaps.${value}`),
        }))}
      />
    </RotateDialog>
  )
}
