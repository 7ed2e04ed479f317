import { Alert, Button, Stack, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { notifyDone, notifyError } from '../../../components/notify.ts'
import { useAction } from '../../../components/use-action.ts'
import { PlainRows } from '../../../components/rows.tsx'
import { ErrorState, LoadingRows } from '../../../components/states.tsx'
import { api } from '../../../lib/api.ts'
import { readPushState, turnOffPush, turnOnPush } from '../../../lib/push.ts'
import type { Device, PushState } from '../../../lib/push.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { DeviceRow } from './device-row.tsx'

const PATH = '/api/app/push-devices'

/** Shows the devices that receive pushes, and turns them on in this browser. */
export function DevicesSection() {
  const t = useTranslations('notifications')
  const list = useQuery({
    queryKey: ['push-devices'],
    queryFn: ({ signal }) => api.get<{ data: Device[]; push_key: string }>(PATH, {}, signal),
    staleTime: 0,
  })
  const state = useQuery({ queryKey: ['push-state'], queryFn: readPushState, staleTime: 0 })
  const refetch = async () => {
    await queryClient.invalidateQueries({ queryKey: ['push-devices'] })
    await queryClient.invalidateQueries({ queryKey: ['push-state'] })
  }
  const turnOn = useMutation({
    mutationFn: (key: string) => turnOnPush(key),
    onSuccess: async (isAllowed) => {
      await refetch()
      if (isAllowed) notifyDone(t('turnedOn'))
    },
    onError: (err) => notifyError(t('turnOnFailed'), err),
  })
  const remove = useAction({
    run: async (device: Device) => {
      if (device.is_current) await turnOffPush()
      await api.delete(`${PATH}/${device.id}`)
    },
    failed: t('removeFailed'),
    onDone: refetch,
  })
  const devices = list.data?.data ?? []
  // After a sign-out the browser may still be subscribed, but the server does not know it any more.
  const isOn = devices.some((device) => device.is_current) && state.data === 'on'
  return (
    <Stack component="section" aria-label={t('devicesTitle')}>
      <Title order={2}>{t('devicesTitle')}</Title>
      <DimmedText>{t('devicesText')}</DimmedText>
      {list.isPending && <LoadingRows count={2} />}
      {list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && state.data && !isOn && (
        <ThisBrowser
          state={state.data}
          isPending={turnOn.isPending}
          onTurnOn={() => turnOn.mutate(list.data.push_key)}
        />
      )}
      {devices.length > 0 && (
        <PlainRows label={t('devicesTitle')}>
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              isRemoving={remove.isPending && remove.variables.id === device.id}
              onRemove={() => remove.mutate(device)}
            />
          ))}
        </PlainRows>
      )}
    </Stack>
  )
}

function ThisBrowser(props: { state: PushState; isPending: boolean; onTurnOn: () => void }) {
  const t = useTranslations('notifications')
  if (props.state === 'unsupported') return <Alert color="gray">{t('unsupported')}</Alert>
  if (props.state === 'denied') return <Alert color="yellow">{t('denied')}</Alert>
  return (
    <Button w="fit-content" loading={props.isPending} onClick={props.onTurnOn}>
      {t('turnOn')}
    </Button>
  )
}
