import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { showPreview } from '../../../widget/preview.ts'
import classes from './web-chat-preview.module.css'
import type { WebChatValues } from './web-chat-resource.ts'

/** Shows the widget as visitors will see it with these values, before they are saved. */
export function WebChatPreview({ values }: { values: WebChatValues }) {
  const t = useTranslations('settings.webChats')
  const stage = useRef<HTMLDivElement>(null)
  const theme = useComputedColorScheme('light')
  const { name, color, greeting, nameField, emailField, language } = values
  useEffect(
    () =>
      showPreview(
        stage.current!,
        {
          name: name.trim() || t('namePlaceholder'),
          color,
          greeting: greeting.trim(),
          name_field: nameField,
          email_field: emailField,
          language,
        },
        theme,
      ),
    [name, color, greeting, nameField, emailField, language, theme, t],
  )
  return <div ref={stage} className={classes.stage} />
}
