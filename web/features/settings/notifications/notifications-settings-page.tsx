import { Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { notifyDone, notifyError } from '../../../components/notify.ts'
import { Page } from '../../../components/page.tsx'
import { ErrorState, LoadingRows } from '../../../components/states.tsx'
import { api } from '../../../lib/api.ts'
import { notificationSettingsQuery } from '../../../lib/notifications.ts'
import type { NotificationSettings } from '../../../lib/notifications.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useOptimisticChange } from '../../../lib/use-optimistic-change.ts'
import { DevicesSection } from './devices-section.tsx'
import { QuietHoursForm } from './quiet-hours-form.tsx'
import { RulesSection } from './rules-section.tsx'

/** Shows how the signed-in member is notified: rules, quiet hours and devices. Changes are saved at once. */
export function NotificationsSettingsPage() {
  const t = useTranslations('notifications')
  const tSettings = useTranslations('settings')
  const settings = useQuery(notificationSettingsQuery)
  const save = useMutation({
    // In order: each answer contains the changes before it.
    scope: { id: 'notification-settings' },
    mutationFn: (change: Partial<NotificationSettings>) =>
      api.patch<NotificationSettings>('/api/app/notification-settings', change),
    onSuccess: async (saved) => {
      await queryClient.cancelQueries({ queryKey: notificationSettingsQuery.queryKey })
      queryClient.setQueryData(notificationSettingsQuery.queryKey, saved)
      notifyDone(tSettings('saved'))
    },
    onError: (err) => notifyError(t('saveFailed'), err),
  })
  const [shown, change] = useOptimisticChange(settings.data, save.mutateAsync)
  return (
    <Page title={t('title')} width="form">
      {settings.isPending && <LoadingRows />}
      {settings.error && (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      )}
      {shown && (
        <Stack gap="xl">
          <RulesSection settings={shown} onSave={change} />
          <QuietHoursForm
            key={JSON.stringify(shown.quiet_hours)}
            settings={shown}
            isPending={save.isPending}
            onSave={change}
          />
          <DevicesSection />
        </Stack>
      )}
    </Page>
  )
}
