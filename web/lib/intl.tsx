import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { IntlProvider, useLocale } from 'use-intl'
import { first } from '../text/en/first.ts'
import type { en } from '../text/en/index.ts'
import { createStore, useStore } from './create-store.ts'
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
const listeners = new Set<() => void>()

/** The language that was chosen, else the browser's, else English. */
export function readLocale(): Locale {
  const wanted = [storage.get(KEY), ...navigator.languages.map((each) => each.slice(0, 2))]
  return wanted.find((each): each is Locale => each !== null && each in LOCALES) ?? 'en'
}

/** The language that the app is shown in, of which `useLocale` gives the reader's own variant. */
export function useLanguage(): Locale {
  return useLocale().slice(0, 2) as Locale
}

/** The reader's own variant of a language, such as en-IN, which says how dates and numbers are written. */
function toRegional(locale: Locale): string {
  return navigator.languages.find((each) => each.startsWith(`${locale}-`)) ?? locale
}

/** Shows the app in another language from now on, in this browser; null: the browser's. */
export function chooseLocale(locale: Locale | null): void {
  storage.set(KEY, locale)
  for (const each of listeners) each()
}

/** Shows the app in the language of the user's profile, unless this browser was told another. */
export function adoptLocale(locale: string | null): void {
  if (locale === null || !(locale in LOCALES) || storage.get(KEY) !== null) return
  chooseLocale(locale as Locale)
}

type Messages = typeof en
type Shown = { locale: Locale; messages: Messages }

/** What is shown before the rest has arrived: enough for the inbox, in English. */
const shownTexts = createStore<Shown | null>(
  readLocale() === 'en' ? { locale: 'en', messages: first as Messages } : null,
)
const loaded = new Map<Locale, Promise<Messages>>()

function load(locale: Locale): Promise<Messages> {
  const known = loaded.get(locale)
  if (known) return known
  const loading =
    locale === 'hi'
      ? import('../text/hi/index.ts').then(({ hi }) => hi)
      : import('../text/en/rest.ts').then(({ rest }) => ({ ...first, ...rest }))
  loaded.set(locale, loading)
  loading.catch(() => loaded.delete(locale))
  return loading
}

/** Every text in the language that is shown; pages other than the inbox wait for it. */
export async function loadTexts(): Promise<void> {
  const locale = readLocale()
  const messages = await load(locale)
  const shown = shownTexts.get()
  if (shown?.locale === locale && shown.messages === messages) return
  shownTexts.set({ locale, messages })
}

/** Gives everything below it texts, dates and numbers in the chosen language. */
export function Language({ children }: { children: ReactNode }) {
  const shown = useStore(shownTexts)
  useEffect(() => {
    if (shownTexts.get() === null) void loadTexts()
    const listener = () => void loadTexts()
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  useEffect(() => {
    if (shown) document.documentElement.lang = shown.locale
  }, [shown])
  if (!shown) return null
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <IntlProvider locale={toRegional(shown.locale)} messages={shown.messages} timeZone={timeZone}>
      {children}
    </IntlProvider>
  )
}
