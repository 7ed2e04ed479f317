import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { IntlProvider, useLocale } from 'use-intl'
import { first } from '../text/first/en.ts'
import type { en } from '../text/en.ts'
import { setErrorTexts } from './api.ts'
import { createStore, useStore } from './create-store.ts'
import { loadPart } from './lazy-part.ts'
import { storage } from './storage.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof en
  }
}

/** The languages of the app, each with its own name. */
export const LOCALES = { en: 'English', hi: 'हिन्दी' } as const

/** A language of the app. */
export type Locale = keyof typeof LOCALES

const KEY = 'parley-locale'
const listeners = new Set<() => void>()

/** Returns the chosen language, else the browser's, else English. */
function readLocale(): Locale {
  const wanted = [storage.get(KEY), ...navigator.languages.map((each) => each.slice(0, 2))]
  return wanted.find((each): each is Locale => each !== null && each in LOCALES) ?? 'en'
}

/** Returns the language that the app is shown in; `useLocale` returns its regional variant. */
export function useLanguage(): Locale {
  return useLocale().slice(0, 2) as Locale
}

/**
 * Returns the regional variant that the browser prefers, such as en-IN; it determines how dates and numbers are
 * formatted.
 */
function toRegional(locale: Locale): string {
  return navigator.languages.find((each) => each.startsWith(`${locale}-`)) ?? locale
}

/** Sets the language of the app in this browser; null follows the browser's language. */
export function chooseLocale(locale: Locale | null): void {
  storage.set(KEY, locale)
  for (const each of listeners) each()
}

/** Shows the app in the language of the user's profile, unless one was chosen in this browser. */
export function adoptLocale(locale: string | null): void {
  if (locale === null || !(locale in LOCALES) || storage.get(KEY) !== null) return
  chooseLocale(locale as Locale)
}

type Messages = typeof en
type Shown = { locale: Locale; messages: Messages }

/** The texts currently shown; in English the inbox can start with the first part while the rest loads. */
const shownTexts = createStore<Shown | null>(
  readLocale() === 'en' ? { locale: 'en', messages: first as Messages } : null,
)
const loaded = new Map<Locale, Promise<Messages>>()

function load(locale: Locale): Promise<Messages> {
  const known = loaded.get(locale)
  if (known) return known
  const loading =
    locale === 'hi'
      ? loadPart(() => import('../text/hi.ts')).then(({ hi }) => hi)
      : Promise.all([loadPart(() => import('../text/rest/en.ts')), addThreadTexts()]).then(
          ([{ rest }]) => ({ ...(first as Messages), ...rest }),
        )
  loaded.set(locale, loading)
  loading.catch(() => loaded.delete(locale))
  return loading
}

/** Adds to the first texts those of a conversation. Nothing is rendered again, because nothing shown has used them. */
async function addThreadTexts(): Promise<void> {
  const { thread } = await loadPart(() => import('../text/thread/en.ts'))
  Object.assign(first, thread)
}

/** Loads the texts of a conversation in the chosen language. */
export async function loadThreadTexts(): Promise<void> {
  await (readLocale() === 'en' ? addThreadTexts() : loadTexts())
}

/** Loads all texts in the chosen language; pages other than the inbox wait for it. */
export async function loadTexts(): Promise<void> {
  const locale = readLocale()
  const messages = await load(locale)
  const shown = shownTexts.get()
  if (shown?.locale === locale && shown.messages === messages) return
  shownTexts.set({ locale, messages })
}

/** Provides texts and the formats of dates and numbers in the chosen language. */
export function Language({ children }: { children: ReactNode }) {
  const shown = useStore(shownTexts)
  useEffect(() => {
    // Without the texts, the page would stay empty.
    const showFirst = () => shownTexts.set({ locale: 'en', messages: first as Messages })
    if (shownTexts.get() === null) loadTexts().catch(showFirst)
    const listener = () => void loadTexts().catch(() => undefined)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  useEffect(() => {
    if (!shown) return
    document.documentElement.lang = shown.locale
    setErrorTexts(shown.messages.states)
  }, [shown])
  if (!shown) return null
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <IntlProvider locale={toRegional(shown.locale)} messages={shown.messages} timeZone={timeZone}>
      {children}
    </IntlProvider>
  )
}
