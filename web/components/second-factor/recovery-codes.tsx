import { Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../copy-button.tsx'
import { Notice } from '../notice.tsx'
import { holdPage } from '../../lib/build.ts'
import { useSession } from '../../lib/session.ts'

/** Shows new recovery codes, which cannot be shown again. Callers keep them in component state, never in a cache. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useTranslations('security')
  const { user } = useSession()
  const text = codes.join('\n')
  useEffect(() => holdPage(() => true), [])
  const file = useMemo(
    () =>
      `data:text/plain;charset=utf-8,${encodeURIComponent(`${t('codesFile', { email: user.email })}\n\n${text}\n`)}`,
    [t, user.email, text],
  )
  return (
    <Stack>
      <Title order={2}>{t('codesTitle')}</Title>
      <Notice>
        <Text size="sm">{t('codesText')}</Text>
      </Notice>
      <Code block aria-label={t('codes')} role="textbox" aria-readonly tabIndex={0}>
        {text}
      </Code>
      <Group gap="xs">
        <CopyButton value={text} label={t('copyCodes')} />
        <Button
          component="a"
          href={file}
          download="parley-recovery-codes.txt"
          size="compact-sm"
          variant="light"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('downloadCodes')}
        </Button>
      </Group>
      <Button onClick={onDone} w="fit-content">
        {t('codesDone')}
      </Button>
    </Stack>
  )
}
