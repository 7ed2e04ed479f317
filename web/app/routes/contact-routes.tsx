import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { pagesBelow } from '../pages-below.ts'
import { appRoute } from './layout-routes.tsx'
import { readUrlFilters } from '../../lib/use-url-filters.ts'
import { CONTACT_FILTERS } from '../../features/contacts/contact-attributes.ts'

const getParentRoute = () => appRoute
const page = pagesBelow(getParentRoute)

/** The routes of contacts. */
export const contactRoutes = [
  createRoute({
    getParentRoute,
    path: '/contacts',
    validateSearch: readUrlFilters(CONTACT_FILTERS),
    component: lazyPage(() => import('../../features/contacts/contacts-page.tsx')),
  }),
  page('/contacts/import', () => import('../../features/contacts/import-page.tsx')),
  page('/contacts/import/$importId', () => import('../../features/contacts/import-run-page.tsx')),
  page('/contacts/$personId', () => import('../../features/contacts/contact-page.tsx')),
]
