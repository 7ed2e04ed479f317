import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { en } from '../text/en/index.ts'
import { storage } from './storage.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof en
  }
}

/** The languages that the app speaks, by their own names. */
export const LOCALES = { en: 'English', hi: 'हिन्दी' } as const

/** A language of the app. */
export type Locale = keyof typeof LOCALES

const KEY = 'parley-locale'
const listeners = new Set<(locale: Locale) => void>()

/** The language that was chosen, else the browser's, else English. */
export function readLocale(): Locale {
  const wanted = [storage.get(KEY), ...navigator.languages.map((each) => each.slice(0, 2))]
  return wanted.find((each): each is Locale => each !== null && each in LOCALES) ?? 'en'
}

/** Shows the app in another language from now on, in this browser; null: the browser's. */
export function chooseLocale(locale: Locale | null): void {
  storage.set(KEY, locale)
  for (const each of listeners) each(readLocale())
}

/** Shows the app in the language of the user's profile, unless this browser was told another. */
export function adoptLocale(locale: string | null): void {
  if (locale === null || !(locale in LOCALES) || storage.get(KEY) !== null) return
  chooseLocale(locale as Locale)
}

async function loadMessages(locale: Locale): Promise<typeof en> {
  if (locale === 'en') return en
  const { hi } = await import('../text/hi/index.ts')
  return hi
}

/** Gives everything below it texts, dates and numbers in the chosen language. */
export function Language({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ locale: Locale; messages: typeof en } | null>(() =>
    readLocale() === 'en' ? { locale: 'en', messages: en } : null,
  )
  useEffect(() => {
    const show = (locale: Locale) => {
      void loadMessages(locale).then((messages) => setShown({ locale, messages }))
    }
    if (readLocale() !== 'en') show(readLocale())
    listeners.add(show)
    return () => void listeners.delete(show)
  }, [])
  useEffect(() => {
    if (shown) document.documentElement.lang = shown.locale
  }, [shown])
  if (!shown) return null
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <IntlProvider locale={shown.locale} messages={shown.messages} timeZone={timeZone}>
      {children}
    </IntlProvider>
  )
}
