import { Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { EndpointWithSecret } from '#webhooks/schema.ts'
import { NewSecret } from '../new-secret.tsx'
import { api } from '../../../lib/api.ts'
import { EndpointForm } from './endpoint-form.tsx'
import type { EndpointBody } from './endpoint-form.tsx'
import { refreshDeveloper } from '../refresh-developer.ts'

/** The dialog that creates a webhook endpoint, shows its signing secret once, and opens its page. */
export function CreateEndpointDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('developer.webhooks')
  const navigate = useNavigate()
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null)
  const create = useMutation({
    // The secret is kept only in this component's state, never in a cache.
    mutationFn: async (body: EndpointBody) => {
      const { id, secret } = await api.post<EndpointWithSecret>('/api/developer/webhooks', body)
      setMade({ id, secret })
    },
    onSuccess: refreshDeveloper,
  })
  return (
    <>
      <Modal opened={made === null} onClose={onClose} title={t('create')} size="lg">
        <EndpointForm
          saveLabel={t('create')}
          isPending={create.isPending}
          error={create.error}
          onSave={(body, onError) => create.mutate(body, { onError })}
          onCancel={onClose}
        />
      </Modal>
      <NewSecret
        of="webhooks"
        secret={made?.secret ?? null}
        onDone={() => {
          onClose()
          if (made) void navigate({ to: '/developer/webhooks/$id', params: { id: made.id } })
        }}
      />
    </>
  )
}
