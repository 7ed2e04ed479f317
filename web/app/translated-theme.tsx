import { MantineThemeProvider } from '@mantine/core'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

/** Translates the labels of the buttons that Mantine renders itself, such as the close button of a dialog. */
export function TranslatedTheme({ children }: { children: ReactNode }) {
  const t = useTranslations('states')
  const close = t('close')
  const theme = useMemo(() => {
    const closeButtonProps = { 'aria-label': close }
    return {
      components: {
        Modal: { defaultProps: { centered: true, closeButtonProps } },
        Drawer: { defaultProps: { closeButtonProps } },
        Notification: { defaultProps: { closeButtonProps } },
        Alert: { defaultProps: { closeButtonLabel: close } },
      },
    }
  }, [close])
  return <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
}
