import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './global.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Language } from '../lib/intl.tsx'
import { queryClient } from '../lib/query-client.ts'
import { router } from './router.tsx'
import { colorSchemeManager, cssVariables, theme } from './theme.ts'
import { TranslatedTheme } from './translated-theme.tsx'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <Language>
          <TranslatedTheme>
            <Notifications position="bottom-left" limit={3} />
            <RouterProvider router={router} />
          </TranslatedTheme>
        </Language>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
