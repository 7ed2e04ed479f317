import './mantine-styles.ts'
import './fonts.css'
import 'virtual:foundations.css'
import './global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Language } from '../lib/intl.tsx'
import { shownNotice } from '../components/notify.ts'
import { queryClient } from '../lib/query-client.ts'
import { router } from './router.tsx'
import { colorSchemeManager, theme } from './theme.ts'
import { TranslatedTheme } from './translated-theme.tsx'
import { lazyPart } from '../lib/lazy-part.ts'
import { watchBuild } from './watch-build.ts'

const NOTICES_AFTER_MS = 1500

const Notices = lazyPart(async () => {
  // Notices only follow a user's action, so their code can load after the first page, or with the first of them.
  await new Promise<void>((resolve) => {
    shownNotice.subscribe(resolve)
    setTimeout(resolve, NOTICES_AFTER_MS)
  })
  return (await import('../components/notices.tsx')).Notices
})

watchBuild(router)
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <Language>
          <TranslatedTheme>
            <CatchBoundary getResetKey={() => 0} errorComponent={() => null}>
              <Suspense fallback={null}>
                <Notices />
              </Suspense>
            </CatchBoundary>
            <RouterProvider router={router} />
          </TranslatedTheme>
        </Language>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
