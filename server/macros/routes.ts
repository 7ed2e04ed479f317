import { listPage, NEWEST } from '#db/list-page.ts'
import { requireCallerScope } from '#http/add-authentication.ts'
import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { pageOf, UnfilteredQuery } from '#lib/page.ts'
import { findNamedMembers } from '#rules/run-actions.ts'
import { createMacro, findMissingOf } from './create-macro.ts'
import { runMacro } from './run-macro.ts'
import { scopesOf } from './scopes-of.ts'
import {
  CreateMacroBody,
  Macro,
  MacroRun,
  RunMacroBody,
  toMacro,
  UndoneMacroRun,
  UpdateMacroBody,
} from './schema.ts'
import { findFormerAssignees, undoMacroRun } from './undo-macro-run.ts'
import { deleteMacro, updateMacro } from './update-macro.ts'
import { getMacro, visibleMacros } from './visible-macros.ts'

/** Adds the API's routes of macros. */
export function addMacroRoutes(app: App): void {
  const macros = resource(app, '/api/v1/macros', {
    tag: 'Rules',
    read: { key: 'chats:read' },
    write: { key: 'chats:write' },
    notFound: 'macro_not_found',
  })

  macros.get('', {
    operationId: 'listMacros',
    summary: 'List macros',
    description:
      'Those that the caller has: of all, of the teams of a signed-in member, and their own. Newest first.',
    query: UnfilteredQuery,
    response: { 200: pageOf(Macro) },
    run: (scope, { query }) => listPage(visibleMacros(scope).selectAll(), NEWEST, query, toMacro),
  })
  macros.post('', {
    operationId: 'createMacro',
    summary: 'Create a macro',
    description: 'Actions that agents run together on a conversation.',
    body: CreateMacroBody,
    errors: ['macro_taken', 'quota_exceeded', 'team_not_found'],
    response: { 201: Macro },
    runs: 'tenant',
    before: (scope, { body }) => findMissingOf(scope, body),
    run: (scope, { body }, missing) => createMacro(scope, body, missing),
  })
  macros.get('/:id', {
    operationId: 'getMacro',
    summary: 'Get a macro',
    response: { 200: Macro },
    run: async (scope, { id }) => toMacro(await getMacro(scope, id)),
  })
  macros.patch('/:id', {
    operationId: 'updateMacro',
    summary: 'Update a macro',
    body: UpdateMacroBody,
    errors: ['macro_taken', 'team_not_found'],
    response: { 200: Macro },
    runs: 'tenant',
    before: (scope, { body }) => findMissingOf(scope, body),
    run: (scope, { id, body }, missing) => updateMacro(scope, id, body, missing),
  })
  macros.delete('/:id', {
    operationId: 'deleteMacro',
    summary: 'Delete a macro',
    run: (scope, { id }) => deleteMacro(scope, id),
  })
  macros.post('/:id/run', {
    operationId: 'runMacro',
    summary: 'Run a macro',
    description:
      'Runs its actions on up to 25 conversations, all or none of them. The caller needs the scope of each action, and can undo the run for a minute.',
    body: RunMacroBody,
    errors: ['action_failed', 'conversation_not_found', 'insufficient_scope'],
    response: { 200: MacroRun },
    runs: 'tenant',
    async before(scope, { id, request }) {
      const macro = await getMacro(scope, id)
      for (const needed of scopesOf(macro)) requireCallerScope(request, needed)
      return { macro, members: await findNamedMembers(scope, macro.actions) }
    },
    run: (scope, { body }, found) => runMacro(scope, found, body),
  })

  const runs = resource(app, '/api/v1/macro-runs', {
    tag: 'Rules',
    write: { key: 'chats:write' },
    notFound: 'macro_run_not_found',
  })
  runs.post('/:id/undo', {
    operationId: 'undoMacroRun',
    summary: 'Undo the run of a macro',
    description: 'For a minute, by the one who ran it, in one step. What was changed since stays.',
    response: { 200: UndoneMacroRun },
    runs: 'tenant',
    before: (scope, { id }) => findFormerAssignees(scope, id),
    run: (scope, { id }, members) => undoMacroRun(scope, id, members),
  })
}
