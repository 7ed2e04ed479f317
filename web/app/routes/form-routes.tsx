import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { developerRoute } from './layout-routes.tsx'

/** The routes of forms, in the developer area. */
export const formRoutes = [
  createRoute({
    getParentRoute: () => developerRoute,
    path: '/developer/forms',
    component: lazyPage(() => import('../../features/forms/forms-page.tsx'), 'FormsPage'),
  }),
  createRoute({
    getParentRoute: () => developerRoute,
    path: '/developer/forms/attention',
    component: lazyPage(() => import('../../features/forms/attention-page.tsx'), 'AttentionPage'),
  }),
  createRoute({
    getParentRoute: () => developerRoute,
    path: '/developer/forms/attention/$id',
    component: lazyPage(() => import('../../features/forms/submission-page.tsx'), 'SubmissionPage'),
  }),
  createRoute({
    getParentRoute: () => developerRoute,
    path: '/developer/forms/$id',
    component: lazyPage(() => import('../../features/forms/form-page.tsx'), 'FormPage'),
  }),
]
