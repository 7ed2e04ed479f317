import { Button, Center, Stack, Text, Title } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ErrorState } from '../components/states.tsx'

/** Shows the page for an unknown address. */
export function NotFoundPage() {
  const t = useTranslations('shell')
  return (
    <Center component="main" mih="60vh" p="lg">
      <Stack align="center" gap="sm" maw={420}>
        <Title order={1}>{t('notFoundTitle')}</Title>
        <Text c="dimmed" ta="center">
          {t('notFoundText')}
        </Text>
        <Button component="a" href="/">
          {t('backToInbox')}
        </Button>
      </Stack>
    </Center>
  )
}

/** Shows the page for a route that failed to load or render. */
export function RouteErrorPage({ error, reset }: ErrorComponentProps) {
  return (
    <Center component="main" mih="60vh" p="lg">
      <ErrorState error={error} onRetry={reset} />
    </Center>
  )
}
