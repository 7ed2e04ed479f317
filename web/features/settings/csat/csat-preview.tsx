import { Stack, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { ratingsOf, titleOfRating, toScale } from '#shared/csat.ts'
import type { CsatTexts } from '#shared/csat.ts'
import { useLanguageName } from '../../../lib/use-language-name.ts'
import classes from './csat-preview.module.css'

/** Shows the messages that a customer gets, in one language. */
export function CsatPreview(props: {
  texts: CsatTexts
  scale: string
  way: string
  asksComment: boolean
}) {
  const { texts, scale, way, asksComment } = props
  const t = useTranslations('settings.csat')
  const nameOf = useLanguageName()
  const { language, question, labels, comment, thanks } = texts
  const choices = toScale(Number(scale))
  const title = t('preview', { language: nameOf(language) })
  const after = asksComment ? comment : thanks
  return (
    <Stack gap={4} className={classes.chat} role="img" aria-label={title} lang={language}>
      <Text size="xs" c="dimmed" lang={undefined}>
        {title}
      </Text>
      <div className={classes.bubble} dir="auto">
        {question}
        {way === 'link' && (
          <>
            <br />
            <span className={classes.link}>{t('previewLink')}</span>
          </>
        )}
      </div>
      {way === 'buttons' && (
        <>
          {ratingsOf(choices).map((rating) => (
            <div key={rating} className={classes.choice} dir="auto">
              {titleOfRating(rating, choices, labels)}
            </div>
          ))}
          {after !== '' && (
            <div className={classes.bubble} dir="auto">
              {after}
            </div>
          )}
        </>
      )}
    </Stack>
  )
}
