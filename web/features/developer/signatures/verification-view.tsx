import { Stack, Text, Title } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { Finding, Verification } from '#webhooks/signatures/schema.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { CodeBlock } from '../../../components/code-block.tsx'
import { Notice } from '../../../components/notice.tsx'
import { StatusText } from '../../../components/status-text.tsx'
import type { Wire } from '../../../lib/wire.ts'
import { useExplainFinding } from './explain-finding.ts'

/** Shows the result of a signature check: the verdict, and for each scheme the problems and advice. */
export function VerificationView({ verification }: { verification: Wire<Verification> }) {
  const t = useTranslations('developer.signatures')
  const isValid = verification.verdict === 'valid'
  return (
    <Stack gap="md" maw="52rem">
      <Notice tone={isValid ? 'good' : 'bad'} title={isValid ? t('valid') : t('invalid')}>
        {isValid ? t('validText') : verification.event_in_log ? t('inLog') : t('notInLog')}
      </Notice>
      {verification.checks.map(({ scheme, verdict, findings }) => (
        <Stack key={scheme} gap="xs" component="section" aria-label={scheme}>
          <Title order={2} size="h3">
            {t('scheme', { scheme })}
          </Title>
          {verdict === 'valid' ? (
            <StatusText tone="good">{t('schemeValid')}</StatusText>
          ) : (
            findings.map((finding, index) => <FindingView key={index} finding={finding} />)
          )}
        </Stack>
      ))}
    </Stack>
  )
}

function FindingView({ finding }: { finding: Wire<Finding> }) {
  const t = useTranslations('developer.signatures')
  const { message, advice } = useExplainFinding()(finding)
  const { difference } = finding
  return (
    <Stack gap={6}>
      <StatusText tone="bad">{t(`verdicts.${finding.code}`)}</StatusText>
      <Text size="sm" fw={600}>
        {message}
      </Text>
      <Text size="sm">{advice}</Text>
      {difference && (
        <>
          <DimmedText>
            {difference.path === null
              ? t('difference', { offset: difference.offset })
              : t('differencePath', { offset: difference.offset, path: difference.path })}
          </DimmedText>
          <CodeBlock label={t('signed')} text={difference.signed} wrap />
          <CodeBlock label={t('received')} text={difference.received} wrap />
        </>
      )}
    </Stack>
  )
}
