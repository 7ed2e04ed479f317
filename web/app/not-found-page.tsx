import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Page } from '../components/page.tsx'

/** Shows the page for an unknown address. */
export function NotFoundPage() {
  const t = useTranslations('shell')
  return (
    <Page title={t('notFoundTitle')} width="text">
      <Text c="dimmed" mb="md">
        {t('notFoundText')}
      </Text>
      <Button renderRoot={(given) => <Link to="/inbox" {...given} />}>{t('backToInbox')}</Button>
    </Page>
  )
}
