import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { CodeBlock } from '../../components/code-block.tsx'
import { api } from '../../lib/api.ts'

const COMMANDS = `npx parley workspaces create --name 'Acme'
npx parley users create --workspace acme --role admin --email you@example.com`

/** Shows how the first account is created, in an installation without any account. */
export function FirstAccount() {
  const t = useTranslations('auth')
  const { data } = useQuery({
    queryKey: ['accounts'],
    queryFn: ({ signal }) => api.get<{ has_accounts: boolean }>('/api/auth/accounts', {}, signal),
    staleTime: 0,
  })
  if (data?.has_accounts !== false) return null
  return (
    <Alert color="blue" title={t('firstTitle')} c="var(--mantine-color-text)">
      <Stack gap="xs">
        <Text size="sm">{t('firstText')}</Text>
        <CodeBlock text={COMMANDS} label={t('firstCommands')} wrap />
        <Text size="sm">{t('firstAfter')}</Text>
      </Stack>
    </Alert>
  )
}
