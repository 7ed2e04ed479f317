import { useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'

/** Says that a part of the state could not be read in time. */
export function Unread() {
  const t = useTranslations('settings.instance')
  return <DimmedText>{t('unread')}</DimmedText>
}
