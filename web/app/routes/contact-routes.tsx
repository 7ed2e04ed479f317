import { pagesBelow } from '../pages-below.ts'
import { appRoute } from './layout-routes.tsx'

const getParentRoute = () => appRoute
const page = pagesBelow(getParentRoute)

/** The routes of contacts. */
export const contactRoutes = [
  page('/contacts', () => import('../../features/contacts/contacts-page.tsx')),
  page('/contacts/import', () => import('../../features/contacts/import-page.tsx')),
  page('/contacts/import/$importId', () => import('../../features/contacts/import-run-page.tsx')),
  page('/contacts/$personId', () => import('../../features/contacts/contact-page.tsx')),
]
