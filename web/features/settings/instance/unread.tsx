import { Text } from '@mantine/core'
import { useTranslations } from 'use-intl'

/** Says that a part of the state could not be read in time. */
export function Unread() {
  const t = useTranslations('settings.instance')
  return (
    <Text size="sm" c="dimmed">
      {t('unread')}
    </Text>
  )
}
