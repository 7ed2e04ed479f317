import { Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ConfirmAction } from '../../../components/confirm-action.tsx'
import { api } from '../../../lib/api.ts'
import { notifyDone } from '../../../components/notify.ts'
import { EndpointForm } from './endpoint-form.tsx'
import type { EndpointBody } from './endpoint-form.tsx'
import { refreshDeveloper } from '../refresh-developer.ts'
import type { WebhookEndpoint } from './endpoints.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { RotateEndpointDialog } from '../rotate-endpoint-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'

/** The name of a dialog of the endpoint's page. */
export type EndpointDialog =
  | 'test'
  | 'edit'
  | 'disable'
  | 'rotate'
  | 'overlap'
  | 'replay'
  | 'remove'

type Props = { endpoint: WebhookEndpoint; onClose: () => void }

/** Shows the open dialog of the endpoint's page. */
export function EndpointDialogs(props: Props & { dialog: EndpointDialog; onRemoved: () => void }) {
  const { dialog, onRemoved, ...rest } = props
  switch (dialog) {
    case 'test':
      return <TestDialog {...rest} />
    case 'edit':
      return <EditDialog {...rest} />
    case 'rotate':
      return <RotateEndpointDialog {...rest} />
    case 'replay':
      return <ReplayDialog {...rest} />
    case 'disable':
    case 'overlap':
    case 'remove':
      return <ConfirmChange {...rest} dialog={dialog} onRemoved={onRemoved} />
  }
}

function EditDialog({ endpoint, onClose }: Props) {
  const t = useTranslations('developer.webhooks')
  const save = useMutation({
    mutationFn: (body: EndpointBody) => api.patch(`/api/developer/webhooks/${endpoint.id}`, body),
    onSuccess: () => {
      notifyDone(t('saved'))
      refreshDeveloper()
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('editTitle')} size="lg">
      <EndpointForm
        endpoint={endpoint}
        saveLabel={t('save')}
        isPending={save.isPending}
        error={save.error}
        onSave={(body, onError) => save.mutate(body, { onError })}
        onCancel={onClose}
      />
    </Modal>
  )
}

function ConfirmChange({
  dialog,
  endpoint,
  onClose,
  onRemoved,
}: Props & { dialog: 'disable' | 'overlap' | 'remove'; onRemoved: () => void }) {
  const t = useTranslations('developer.webhooks')
  const path = `/api/developer/webhooks/${endpoint.id}`
  return (
    <ConfirmAction
      item={path}
      title={t(`${dialog}Title`)}
      text={t(`${dialog}Text`)}
      confirmLabel={t(
        dialog === 'remove' ? 'remove' : dialog === 'overlap' ? 'endOverlap' : 'disable',
      )}
      isDangerous={dialog !== 'disable'}
      run={() =>
        dialog === 'remove'
          ? api.delete(path)
          : dialog === 'overlap'
            ? api.post<void>(`${path}/end-overlap`)
            : api.patch<void>(path, { status: 'disabled' })
      }
      done={t(`${dialog}Done`)}
      failed={t(`failures.${dialog}`)}
      onDone={() => {
        if (dialog === 'remove') onRemoved()
        refreshDeveloper()
      }}
      onClose={onClose}
    />
  )
}
