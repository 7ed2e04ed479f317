import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
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

/** The routes of the developer area; filters are kept in the address. */
export const developerRoutes = [
  createRoute({
    getParentRoute,
    path: '/developer',
    component: lazyPage(
      () => import('../../features/developer/overview/overview-page.tsx'),
      'OverviewPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/developer/keys',
    component: lazyPage(() => import('../../features/developer/keys/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developer/apps',
    component: lazyPage(() => import('../../features/developer/apps-page.tsx'), 'AppsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developer/requests',
    validateSearch: readUrlFilters(REQUEST_FILTERS),
    component: lazyPage(
      () => import('../../features/developer/requests/requests-page.tsx'),
      'RequestsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/developer/requests/$id',
    component: lazyPage(
      () => import('../../features/developer/requests/request-page.tsx'),
      'RequestPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/developer/webhooks',
    component: lazyPage(
      () => import('../../features/developer/endpoints/webhooks-page.tsx'),
      'WebhooksPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/developer/webhooks/$id',
    component: lazyPage(
      () => import('../../features/developer/endpoints/endpoint-page.tsx'),
      'EndpointPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/developer/deliveries',
    validateSearch: readUrlFilters(DELIVERY_FILTERS),
    component: lazyPage(
      () => import('../../features/developer/deliveries/deliveries-page.tsx'),
      'DeliveriesPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/developer/deliveries/$id',
    component: lazyPage(
      () => import('../../features/developer/deliveries/delivery-page.tsx'),
      'DeliveryPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/developer/events',
    validateSearch: readUrlFilters(EVENT_FILTERS),
    component: lazyPage(
      () => import('../../features/developer/events/events-page.tsx'),
      'EventsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/developer/events/$id',
    component: lazyPage(
      () => import('../../features/developer/events/event-page.tsx'),
      'EventPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/developer/inbound',
    validateSearch: readUrlFilters(INBOUND_FILTERS),
    component: lazyPage(
      () => import('../../features/developer/inbound/inbound-page.tsx'),
      'InboundPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/developer/inbound/$id',
    component: lazyPage(
      () => import('../../features/developer/inbound/payload-page.tsx'),
      'PayloadPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/developer/signatures',
    validateSearch: readUrlFilters(SIGNATURE_FILTERS),
    component: lazyPage(
      () => import('../../features/developer/signatures/signatures-page.tsx'),
      'SignaturesPage',
    ),
  }),
]
