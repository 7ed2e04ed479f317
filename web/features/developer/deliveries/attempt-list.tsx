import { Accordion, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { StatusText } from '../../../components/status-text.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { AttemptView, useAttemptLine } from './attempt-view.tsx'
import type { WebhookAttempt } from './attempt-view.tsx'

/** Shows all attempts of a delivery, newest first; the newest is expanded. */
export function AttemptList({ attempts }: { attempts: WebhookAttempt[] }) {
  const t = useTranslations('developer.deliveries')
  const toLine = useAttemptLine()
  const [chosen, setChosen] = useState<string | null>()
  if (attempts.length === 0) return <DimmedText>{t('noAttempts')}</DimmedText>
  // Until the user chooses one, the newest attempt is expanded, even when a newer one arrives.
  const open = chosen === undefined ? String(attempts.at(-1)!.number) : chosen
  return (
    <Accordion variant="contained" value={open} onChange={setChosen} order={3}>
      {attempts.toReversed().map((attempt) => (
        <Accordion.Item key={attempt.number} value={String(attempt.number)}>
          <Accordion.Control>
            <Group gap="md">
              <Text size="sm" fw={600}>
                {t('attempt', { number: attempt.number })}
              </Text>
              <StatusText tone={attempt.error === null ? 'good' : 'bad'}>
                {toLine(attempt)}
              </StatusText>
              <DimmedText>
                <TimeText value={attempt.started_at} exact />
              </DimmedText>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <AttemptView attempt={attempt} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}
