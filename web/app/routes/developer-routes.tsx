import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { pagesBelow } from '../pages-below.ts'
import { developerRoute } from './layout-routes.tsx'
import {
  DELIVERY_FILTERS,
  EVENT_FILTERS,
  INBOUND_FILTERS,
  REQUEST_FILTERS,
  SIGNATURE_FILTERS,
} from '../../features/developer/developer-filters.ts'
import { readUrlFilters } from '../../lib/use-url-filters.ts'

const getParentRoute = () => developerRoute
const page = pagesBelow(getParentRoute)

/** The routes of the developer area; filters are kept in the address. */
export const developerRoutes = [
  page('/developer', () => import('../../features/developer/overview/overview-page.tsx')),
  page('/developer/keys', () => import('../../features/developer/keys/keys-page.tsx')),
  page('/developer/apps', () => import('../../features/developer/apps-page.tsx')),
  createRoute({
    getParentRoute,
    path: '/developer/requests',
    validateSearch: readUrlFilters(REQUEST_FILTERS),
    component: lazyPage(() => import('../../features/developer/requests/requests-page.tsx')),
  }),
  page(
    '/developer/requests/$id',
    () => import('../../features/developer/requests/request-page.tsx'),
  ),
  page('/developer/webhooks', () => import('../../features/developer/endpoints/webhooks-page.tsx')),
  page(
    '/developer/webhooks/$id',
    () => import('../../features/developer/endpoints/endpoint-page.tsx'),
  ),
  createRoute({
    getParentRoute,
    path: '/developer/deliveries',
    validateSearch: readUrlFilters(DELIVERY_FILTERS),
    component: lazyPage(() => import('../../features/developer/deliveries/deliveries-page.tsx')),
  }),
  page(
    '/developer/deliveries/$id',
    () => import('../../features/developer/deliveries/delivery-page.tsx'),
  ),
  createRoute({
    getParentRoute,
    path: '/developer/events',
    validateSearch: readUrlFilters(EVENT_FILTERS),
    component: lazyPage(() => import('../../features/developer/events/events-page.tsx')),
  }),
  page('/developer/events/$id', () => import('../../features/developer/events/event-page.tsx')),
  createRoute({
    getParentRoute,
    path: '/developer/inbound',
    validateSearch: readUrlFilters(INBOUND_FILTERS),
    component: lazyPage(() => import('../../features/developer/inbound/inbound-page.tsx')),
  }),
  page('/developer/inbound/$id', () => import('../../features/developer/inbound/payload-page.tsx')),
  createRoute({
    getParentRoute,
    path: '/developer/signatures',
    validateSearch: readUrlFilters(SIGNATURE_FILTERS),
    component: lazyPage(() => import('../../features/developer/signatures/signatures-page.tsx')),
  }),
]
