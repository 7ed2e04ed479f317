import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { appRoute } from './layout-routes.tsx'
import { readUrlFilters } from '../../lib/use-url-filters.ts'
import { CONTACT_FILTERS } from '../../features/contacts/contact-attributes.ts'

/** The routes of contacts. */
export const contactRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/contacts',
    validateSearch: readUrlFilters(CONTACT_FILTERS),
    component: lazyPage(() => import('../../features/contacts/contacts-page.tsx'), 'ContactsPage'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/contacts/import',
    component: lazyPage(() => import('../../features/contacts/import-page.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/contacts/import/$importId',
    component: lazyPage(
      () => import('../../features/contacts/import-run-page.tsx'),
      'ImportRunPage',
    ),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/contacts/$personId',
    component: lazyPage(() => import('../../features/contacts/contact-page.tsx'), 'ContactPage'),
  }),
]
