import { NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiKey, CreatedApiKey } from '#account/keys/schema.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { SecretOnce } from '../../../components/secret-once.tsx'
import { notifyError } from '../../../components/notify.ts'
import { api } from '../../../lib/api.ts'
import type { Wire } from '../../../lib/wire.ts'
import { refreshDeveloper } from '../refresh-developer.ts'

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
  const [secret, setSecret] = useState<string | null>(null)
  const rotate = useMutation({
    // The secret is kept only in this component's state, never in a cache.
    mutationFn: async () => {
      const body = { overlap_hours: OVERLAPS[overlap] }
      const url = `/api/developer/api-keys/${key.id}/rotate`
      setSecret((await api.post<CreatedApiKey>(url, body)).secret)
    },
    onSuccess: refreshDeveloper,
    onError: (err) => notifyError(t('rotateFailed'), err),
  })
  return (
    <>
      <ConfirmDialog
        opened={secret === null}
        title={t('rotateTitle', { name: key.name })}
        text={t('rotateText')}
        confirmLabel={t('rotate')}
        isPending={rotate.isPending}
        onConfirm={() => rotate.mutate()}
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
