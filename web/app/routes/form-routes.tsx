import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { developerRoute } from './layout-routes.tsx'

/** The routes of forms, in the developer area. */
export const formRoutes = [
  createRoute({
    getParentRoute: () => developerRoute,
    path: '/developer/forms',
    component: lazyRouteComponent(() => import('../../features/forms/forms-page.tsx'), 'FormsPage'),
  }),
  createRoute({
    getParentRoute: () => developerRoute,
    path: '/developer/forms/attention',
    component: lazyRouteComponent(
      () => import('../../features/forms/attention-page.tsx'),
      'AttentionPage',
    ),
  }),
  createRoute({
    getParentRoute: () => developerRoute,
    path: '/developer/forms/attention/$id',
    component: lazyRouteComponent(
      () => import('../../features/forms/submission-page.tsx'),
      'SubmissionPage',
    ),
  }),
  createRoute({
    getParentRoute: () => developerRoute,
    path: '/developer/forms/$id',
    component: lazyRouteComponent(() => import('../../features/forms/form-page.tsx'), 'FormPage'),
  }),
]
