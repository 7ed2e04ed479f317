import type { useTranslations } from 'use-intl'

/** The name of a text of the app, such as `settings.audit.title`. */
export type TextName = Parameters<ReturnType<typeof useTranslations<never>>>[0]
