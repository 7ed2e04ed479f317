import { Box, Code, SegmentedControl, Stack, Title } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from './dimmed-text.tsx'
import { storage } from '../lib/storage.ts'
import { CodeBlock } from './code-block.tsx'

/** The same code sample in each language. */
export type Samples = { curl: string; typescript: string; python: string }

const LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const
type Language = keyof typeof LANGUAGES
const KEY = 'parley-code-language'
/** The environment variables that samples need. */
const VARIABLES = ['PARLEY_API_KEY', 'WEBHOOK_SECRET', 'WHATSAPP_APP_SECRET', 'EVENT_ID'] as const

/** Shows a code sample in curl, TypeScript or Python; the chosen language is kept in the browser. */
export function CodeSamples(props: { title: string; text?: string; samples: Samples }) {
  const { title, text, samples } = props
  const t = useTranslations('codeSamples')
  const [language, setLanguage] = useState(readLanguage)
  const name = LANGUAGES[language]
  return (
    <Stack component="section" gap="xs" mt="xl" aria-label={title}>
      <Box>
        <Title order={2}>{title}</Title>
        {text && <DimmedText maw="44rem">{text}</DimmedText>}
      </Box>
      <SegmentedControl
        aria-label={t('language')}
        size="xs"
        value={language}
        onChange={(value) => {
          storage.set(KEY, value)
          setLanguage(value as Language)
        }}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        style={{ alignSelf: 'start' }}
      />
      <CodeBlock label={name} text={samples[language].trim()} maxHeight={560} />
      <Needs code={samples[language]} />
    </Stack>
  )
}

/** Shows the environment variables to set before the sample can run. */
function Needs({ code }: { code: string }) {
  const t = useTranslations('codeSamples')
  const needed = VARIABLES.filter((name) => code.includes(name))
  if (needed.length === 0) return null
  return (
    <DimmedText maw="44rem">
      {t('needs')}{' '}
      {needed.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && '; '}
          <Code>{name}</Code> {t(`variables.${name}`)}
        </Fragment>
      ))}
      {t('end')}
    </DimmedText>
  )
}

function readLanguage(): Language {
  const kept = storage.get(KEY)
  return kept !== null && kept in LANGUAGES ? (kept as Language) : 'curl'
}
