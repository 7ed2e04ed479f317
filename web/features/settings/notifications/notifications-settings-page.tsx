import { Divider, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { notifyDone, notifyError } from '../../../components/notify.ts'
import { Page } from '../../../components/page.tsx'
import { ErrorState, LoadingRows } from '../../../components/states.tsx'
import { api } from '../../../lib/api.ts'
import { notificationSettingsQuery } from '../../../lib/notifications.ts'
import type { NotificationSettings } from '../../../lib/notifications.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { DevicesSection } from './devices-section.tsx'
import { QuietHoursForm } from './quiet-hours-form.tsx'
import { RulesSection } from './rules-section.tsx'

/** Shows how the signed-in member is notified: rules, quiet hours and devices. Changes are saved at once. */
export function NotificationsSettingsPage() {
  const t = useTranslations('notifications')
  const tSettings = useTranslations('settings')
  const settings = useQuery(notificationSettingsQuery)
  const save = useMutation({
    mutationFn: (change: Partial<NotificationSettings>) =>
      api.patch<NotificationSettings>('/api/app/notification-settings', change),
    onMutate: (change) => {
      queryClient.setQueryData(
        notificationSettingsQuery.queryKey,
        (before) => before && { ...before, ...change },
      )
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(notificationSettingsQuery.queryKey, saved)
      notifyDone(tSettings('saved'))
    },
    onError: (err) => {
      void settings.refetch()
      notifyError(t('saveFailed'), err)
    },
  })
  return (
    <Page title={t('title')} width="text">
      {settings.isPending && <LoadingRows />}
      {settings.error && (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      )}
      {settings.data && (
        <Stack gap="xl">
          <RulesSection settings={settings.data} onSave={(change) => save.mutate(change)} />
          <Divider />
          <QuietHoursForm
            key={JSON.stringify(settings.data.quiet_hours)}
            settings={settings.data}
            isPending={save.isPending}
            onSave={(change) => save.mutate(change)}
          />
          <Divider />
          <DevicesSection />
        </Stack>
      )}
    </Page>
  )
}
