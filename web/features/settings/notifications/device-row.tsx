import { Badge, Button, Checkbox, Group, Stack, Switch, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { NOTIFICATION_RULES } from '#shared/notifications.ts'
import { notifyError } from '../../../components/notify.ts'
import { useAction } from '../../../components/use-action.ts'
import { Row } from '../../../components/rows.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { api } from '../../../lib/api.ts'
import type { Device } from '../../../lib/push.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useOptimisticChange } from '../../../lib/use-optimistic-change.ts'
import { useBrowserName } from '../use-browser-name.ts'

/** Shows a device that receives pushes: what it receives, a test, and its removal. */
export function DeviceRow(props: { device: Device; isRemoving: boolean; onRemove: () => void }) {
  const t = useTranslations('notifications')
  const path = `/api/app/push-devices/${props.device.id}`
  const save = useMutation({
    scope: { id: path },
    mutationFn: (body: Partial<Device>) => api.patch(path, body),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['push-devices'] }),
    onError: (err) => notifyError(t('saveFailed'), err),
  })
  const [device, change] = useOptimisticChange(props.device, save.mutateAsync)
  const name = useBrowserName()(device.name)
  const test = useAction({
    run: () => api.post(`${path}/test`, {}),
    done: t('testSent'),
    failed: t('testFailed'),
  })
  const rules = device.rules ?? [...NOTIFICATION_RULES]
  return (
    <Row
      wraps
      title={
        <Group gap="xs">
          {name}
          {device.is_current && <Badge variant="light">{t('current')}</Badge>}
        </Group>
      }
      sub={
        <Stack gap="xs" mt="xs">
          <Text size="sm" c={device.last_error === null ? 'dimmed' : 'red'}>
            {device.last_error !== null
              ? t('lastFailed', { error: device.last_error })
              : device.delivered_at === null
                ? t('neverDelivered')
                : t.rich('delivered', { time: () => <TimeText value={device.delivered_at!} /> })}
          </Text>
          <Switch
            label={t('showText')}
            checked={device.show_text}
            onChange={(event) => change({ show_text: event.currentTarget.checked })}
          />
          <Group gap="md" role="group" aria-label={t('rulesOf', { name })}>
            {NOTIFICATION_RULES.map((rule) => (
              <Checkbox
                key={rule}
                size="xs"
                label={t(`shortRules.${rule}`)}
                checked={rules.includes(rule)}
                onChange={(event) => {
                  const isOn = event.currentTarget.checked
                  change({
                    rules: NOTIFICATION_RULES.filter((each) =>
                      each === rule ? isOn : rules.includes(each),
                    ),
                  })
                }}
              />
            ))}
          </Group>
        </Stack>
      }
      tail={
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            loading={test.isPending}
            aria-label={t('testOf', { name })}
            onClick={() => test.mutate()}
          >
            {t('test')}
          </Button>
          <Button
            variant="default"
            size="xs"
            loading={props.isRemoving}
            aria-label={t('removeOf', { name })}
            onClick={props.onRemove}
          >
            {t('remove')}
          </Button>
        </Group>
      }
    />
  )
}
