import { useTranslations } from 'use-intl'
import { describeBrowser } from '../../lib/describe-browser.ts'

/** Returns a function that names the browser and the operating system of a user agent. */
export function useBrowserName(): (userAgent: string | null) => string {
  const t = useTranslations('settings.sessions')
  return (userAgent) => {
    const { browser = t('unknownBrowser'), system } = describeBrowser(userAgent)
    return system === undefined ? browser : t('browserOn', { browser, system })
  }
}
