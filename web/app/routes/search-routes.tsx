import { pagesBelow } from '../pages-below.ts'
import { appRoute } from './layout-routes.tsx'

const page = pagesBelow(() => appRoute)

/** The route of the search. */
export const searchRoutes = [page('/search', () => import('../../features/search/search-page.tsx'))]
