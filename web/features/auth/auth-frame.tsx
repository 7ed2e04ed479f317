import { Box, Center, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Mark } from '../../components/mark.tsx'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { chooseLocale, LOCALES, useLanguage } from '../../lib/intl.tsx'
import type { Locale } from '../../lib/intl.tsx'

/** Shows the frame of every page that needs no session: the product's name, a title, and the choice of language. */
export function AuthFrame(props: {
  title: string
  /** The heading, if it shows something else than the title of the browser's tab. */
  heading?: ReactNode
  text?: ReactNode
  children: ReactNode
}) {
  const { title, heading, text, children } = props
  const t = useTranslations('auth')
  const language = useLanguage()
  usePageTitle(title)
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={416} gap="md">
        <Group gap="xs" justify="center">
          <Mark size={32} />
          <Text fw={600} size="lg" translate="no">
            Parley
          </Text>
        </Group>
        <Paper withBorder p={{ base: 'lg', xs: 'xl' }} radius="lg" bg="var(--app-surface)">
          <Stack>
            <Stack gap={6}>
              <Title order={1}>{heading ?? title}</Title>
              {text && (
                <Text c="dimmed" size="sm" component="div">
                  {text}
                </Text>
              )}
            </Stack>
            {children}
          </Stack>
        </Paper>
        <Box mx="auto">
          <NativeSelect
            size="xs"
            aria-label={t('language')}
            value={language}
            onChange={({ currentTarget }) => chooseLocale(currentTarget.value as Locale)}
            data={Object.entries(LOCALES).map(([value, label]) => ({ value, label }))}
          />
        </Box>
      </Stack>
    </Center>
  )
}
