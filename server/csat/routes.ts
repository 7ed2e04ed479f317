import type { App } from '#http/app.ts'
import { createSharedList } from '#http/create-shared-list.ts'
import { resource } from '#http/resource.ts'
import { pageOf } from '#lib/page.ts'
import { EmptyQuery } from '#lib/schemas.ts'
import { getCsatSettings } from './get-csat-settings.ts'
import { listRatings } from './list-ratings.ts'
import { CsatRating, CsatSettings, ListRatingsQuery, UpdateCsatSettingsBody } from './schema.ts'
import { updateCsatSettings } from './update-csat-settings.ts'

/** Adds the API's routes of ratings: the settings of questions, and the answers. */
export function addCsatRoutes(app: App): void {
  const list = createSharedList(listRatings)
  const csat = resource(app, '/api/v1/csat', {
    tag: 'Ratings',
    read: { key: 'chats:read' },
    write: { key: 'admin' },
  })

  csat.get('/settings', {
    operationId: 'getCsatSettings',
    summary: 'Get how customers are asked for ratings',
    description: 'A workspace that has not changed the settings has the defaults, which are off.',
    query: EmptyQuery,
    response: { 200: CsatSettings },
    run: (scope) => getCsatSettings(scope),
  })
  csat.patch('/settings', {
    operationId: 'updateCsatSettings',
    summary: 'Update how customers are asked for ratings',
    description:
      'Only the fields you send are updated. While it is on, customers are asked after a conversation is closed in which they wrote and were answered: once per round, and each contact at most once in `person_days`.',
    body: UpdateCsatSettingsBody,
    errors: ['team_not_found'],
    response: { 200: CsatSettings },
    runs: 'tenant',
    run: (scope, { body }) => updateCsatSettings(scope, body),
  })
  csat.get('/ratings', {
    operationId: 'listRatings',
    summary: 'List ratings',
    description: 'Lists the ratings that customers were asked for, the newest question first.',
    query: ListRatingsQuery,
    reads: 'list',
    response: { 200: pageOf(CsatRating) },
    run: (scope, { query }) => list(scope, query),
  })
}
