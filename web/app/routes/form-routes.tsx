import { pagesBelow } from '../pages-below.ts'
import { developerRoute } from './layout-routes.tsx'

const page = pagesBelow(() => developerRoute)

/** The routes of forms, in the developer area. */
export const formRoutes = [
  page('/developer/forms', () => import('../../features/forms/forms-page.tsx')),
  page('/developer/forms/attention', () => import('../../features/forms/attention-page.tsx')),
  page('/developer/forms/attention/$id', () => import('../../features/forms/submission-page.tsx')),
  page('/developer/forms/$id', () => import('../../features/forms/form-page.tsx')),
]
