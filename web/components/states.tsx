import { Box, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ConnectionError, ParleyError } from '#client/core.ts'
import { DimmedText } from './dimmed-text.tsx'

/** Shows that a list is empty, and what to do next. */
export function EmptyState(props: {
  icon?: ReactNode
  title: string
  text?: ReactNode
  children?: ReactNode
}) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" maw={420} mx="auto" ta="center">
      {props.icon}
      <Title order={2} size="h3">
        {props.title}
      </Title>
      {props.text && <DimmedText>{props.text}</DimmedText>}
      {props.children && <Box mt="xs">{props.children}</Box>}
    </Stack>
  )
}

/**
 * Shows what failed, with the request id for support and a retry button. When the item does not exist, `back` replaces
 * the retry button.
 */
export function ErrorState(props: { error: unknown; onRetry?: () => void; back?: ReactNode }) {
  const { error, onRetry, back } = props
  const t = useTranslations('states')
  const isApi = error instanceof ParleyError
  const isMissing = isApi && error.status === 404
  const title =
    error instanceof ConnectionError
      ? t('unreachable')
      : isMissing
        ? t('notFound')
        : isApi && error.status === 403
          ? t('forbidden')
          : t('failed')
  return (
    <Stack align="center" gap="xs" py="xl" px="md" maw={420} mx="auto" ta="center" role="alert">
      <Title order={2} size="h3">
        {title}
      </Title>
      <DimmedText>{isApi ? error.message : t('tryAgain')}</DimmedText>
      {isApi && error.requestId && error.status >= 500 && (
        <Text c="dimmed" size="xs" ff="monospace">
          {t('requestId', { id: error.requestId })}
        </Text>
      )}
      {isMissing && back
        ? back
        : onRetry && (
            <Button variant="light" onClick={onRetry}>
              {t('retry')}
            </Button>
          )}
    </Stack>
  )
}

/** Shows placeholder rows while a list loads. */
export function LoadingRows({ count = 6, height = 44 }: { count?: number; height?: number }) {
  const t = useTranslations('states')
  return (
    <Stack gap="xs" p="md" role="status" aria-label={t('loading')}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height={height} radius="md" />
      ))}
    </Stack>
  )
}
