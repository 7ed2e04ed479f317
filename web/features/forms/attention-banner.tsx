import { Alert, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { AppLink } from '../../components/app-link.tsx'
import { attentionQuery } from './attention-resource.ts'

/** Shows how many submissions, of one form or of all, need attention; nothing when none does. */
export function AttentionBanner({ formId }: { formId?: string }) {
  const t = useTranslations('forms')
  const { data } = useQuery(attentionQuery(formId))
  if (!data || data.data.length === 0) return null
  return (
    <Alert
      color="yellow"
      c="var(--mantine-color-text)"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      mb="md"
    >
      <Group gap="0.25rem 1rem">
        <Text size="sm">
          {t('attentionBanner', { count: data.data.length, many: data.next_cursor ? 'yes' : 'no' })}
        </Text>
        <AppLink to="/developer/forms/attention" c="inherit">
          {t('attentionShow')}
        </AppLink>
      </Group>
    </Alert>
  )
}
