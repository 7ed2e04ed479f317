import './mantine-styles.ts'
import './fonts.css'
import 'virtual:foundations.css'
import './global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { StoriesPage } from '../components/stories/stories-page.tsx'
import { Language, loadTexts } from '../lib/intl.tsx'
import { membersQuery } from '../lib/members.ts'
import { queryClient } from '../lib/query-client.ts'
import { colorSchemeManager, theme } from './theme.ts'
import { TranslatedTheme } from './translated-theme.tsx'

const router = createRouter({
  routeTree: createRootRoute({ component: StoriesPage, notFoundComponent: StoriesPage }),
  history: createMemoryHistory(),
})

// No server answers here.
queryClient.setQueryData(membersQuery.queryKey, [])
await loadTexts()
createRoot(document.getElementById('root')!).render(
  <MantineProvider theme={theme} colorSchemeManager={colorSchemeManager} defaultColorScheme="auto">
    <QueryClientProvider client={queryClient}>
      <Language>
        <TranslatedTheme>
          <RouterProvider router={router as never} />
        </TranslatedTheme>
      </Language>
    </QueryClientProvider>
  </MantineProvider>,
)
