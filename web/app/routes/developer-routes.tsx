import { pagesBelow, tablesBelow } from '../pages-below.ts'
import { developerRoute } from './layout-routes.tsx'

const getParentRoute = () => developerRoute
const page = pagesBelow(getParentRoute)
const table = tablesBelow(getParentRoute)

/** The routes of the developer area; filters are kept in the address. */
export const developerRoutes = [
  page('/developer', () => import('../../features/developer/overview/overview-page.tsx')),
  table(
    '/developer/keys',
    () => import('../../features/developer/keys/keys-page.tsx'),
    () => import('../../features/developer/keys/key-page.tsx'),
  ),
  page('/developer/apps', () => import('../../features/developer/apps-page.tsx')),
  table(
    '/developer/requests',
    () => import('../../features/developer/requests/requests-page.tsx'),
    () => import('../../features/developer/requests/request-page.tsx'),
  ),
  page('/developer/webhooks', () => import('../../features/developer/endpoints/webhooks-page.tsx')),
  page(
    '/developer/webhooks/$id',
    () => import('../../features/developer/endpoints/endpoint-page.tsx'),
  ),
  table(
    '/developer/deliveries',
    () => import('../../features/developer/deliveries/deliveries-page.tsx'),
    () => import('../../features/developer/deliveries/delivery-page.tsx'),
  ),
  table(
    '/developer/events',
    () => import('../../features/developer/events/events-page.tsx'),
    () => import('../../features/developer/events/event-page.tsx'),
  ),
  table(
    '/developer/inbound',
    () => import('../../features/developer/inbound/inbound-page.tsx'),
    () => import('../../features/developer/inbound/payload-page.tsx'),
  ),
  page(
    '/developer/signatures',
    () => import('../../features/developer/signatures/signatures-page.tsx'),
  ),
]
