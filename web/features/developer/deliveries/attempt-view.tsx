import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { Attempt } from '#webhooks/deliveries/schema.ts'
import { RESPONSE_BYTES_KEPT } from '#shared/webhooks.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { CodeBlock } from '../../../components/code-block.tsx'
import { JsonBlock } from '../../../components/json-block.tsx'
import { Notice } from '../../../components/notice.tsx'
import type { Wire } from '../../../lib/wire.ts'
import { useExplainAttempt } from './explain-attempt.ts'
import { TimingBar } from './timing-bar.tsx'

/** An attempt of a delivery. */
export type WebhookAttempt = Wire<Attempt>

/** Shows one attempt in full: timings, request, response, and advice when it failed. */
export function AttemptView({ attempt, body }: { attempt: WebhookAttempt; body?: string | null }) {
  const t = useTranslations('developer.deliveries')
  const explain = useExplainAttempt()
  const { error, response_status: status, response_body: answer } = attempt
  const pausedMs = attempt.timings?.['paused']
  const explained = error === null ? undefined : explain(error, status)
  return (
    <Stack gap="md">
      {explained && (
        <Notice tone="bad" title={explained.meaning}>
          {explained.advice}
        </Notice>
      )}
      {attempt.timings && <TimingBar timings={attempt.timings} />}
      {pausedMs && <DimmedText>{t('paused', { ms: pausedMs })}</DimmedText>}
      <SimpleGrid type="container" cols={{ base: 1, '48rem': 2 }}>
        <Stack gap="xs" miw={0}>
          <Text size="sm" fw={600}>
            {t('request')}
          </Text>
          <CodeBlock
            label={t('headers')}
            text={toLines(attempt.request_headers)}
            wrap
            maxHeight={260}
          />
          {body && <JsonBlock label={t('body')} text={body} />}
        </Stack>
        <Stack gap="xs" miw={0}>
          <Text size="sm" fw={600}>
            {status === null ? t('response') : `${t('response')} · ${status}`}
          </Text>
          {attempt.response_headers && Object.keys(attempt.response_headers).length > 0 && (
            <CodeBlock
              label={t('headers')}
              text={toLines(attempt.response_headers)}
              wrap
              maxHeight={260}
            />
          )}
          {status === null ? (
            <DimmedText>{t('noResponse')}</DimmedText>
          ) : answer ? (
            <JsonBlock
              label={
                answer.length >= RESPONSE_BYTES_KEPT ? `${t('body')} · ${t('cut')}` : t('body')
              }
              text={answer}
            />
          ) : (
            <DimmedText>
              {t('body')}: {t('emptyBody')}
            </DimmedText>
          )}
        </Stack>
      </SimpleGrid>
    </Stack>
  )
}

function toLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

/** Returns a function that summarises the result of an attempt in one line. */
export function useAttemptLine(): (attempt: WebhookAttempt) => string {
  const t = useTranslations('developer.deliveries')
  const explain = useExplainAttempt()
  return ({ error, response_status: status, duration_ms: ms }) =>
    error === null
      ? t('succeededIn', { status: String(status), ms })
      : t('failedAfter', { error: explain(error, status).short, ms })
}
