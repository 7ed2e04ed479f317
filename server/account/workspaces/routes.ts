import { addUploads, READS_FORM } from '#http/add-uploads.ts'
import { receiveFile } from '#http/receive-file.ts'
import { resource } from '#http/resource.ts'
import { PICTURE_BYTES_MAX } from '#shared/pictures.ts'
import type { App } from '#http/app.ts'
import { readPicture } from '../pictures/read-picture.ts'
import { PICTURE_MADE, PictureBody } from '../pictures/schema.ts'
import { previewRetention } from './preview-retention.ts'
import {
  RetentionPreview,
  RetentionPreviewQuery,
  UpdateRetentionBody,
  UpdateWorkspaceBody,
  WorkspaceSettings,
} from './schema.ts'
import { readSettings } from './read-settings.ts'
import { setWorkspacePicture } from './set-workspace-picture.ts'
import { updateRetention } from './update-retention.ts'
import { updateWorkspace } from './update-workspace.ts'

const PATH = '/api/developer/workspace'
const COMMON = {
  tag: 'Workspace',
  read: { session: 'admin' },
  write: { session: 'admin' },
} as const

/** Adds the routes of the workspace's settings. */
export function addWorkspaceRoutes(app: App): void {
  addUploads(app, { fileBytesMax: PICTURE_BYTES_MAX, fields: 2 }, (uploads) =>
    resource(uploads, PATH, COMMON).put('/picture', {
      ...READS_FORM,
      bodyLimit: PICTURE_BYTES_MAX + 1024 * 1024,
      body: PictureBody,
      errors: ['media_not_usable', 'media_store_full', 'media_store_unavailable'],
      operationId: 'setWorkspacePicture',
      summary: 'Set the picture of the workspace',
      description: `${PICTURE_MADE} Visitors of web chats see it.`,
      response: { 200: WorkspaceSettings },
      run: async (scope, { request }) =>
        setWorkspacePicture(scope, await readPicture((await receiveFile(request)).bytes)),
    }),
  )
  const workspace = resource(app, PATH, COMMON)

  workspace.get('', {
    operationId: 'getWorkspace',
    summary: 'Get the workspace',
    description:
      'Returns the settings of the workspace of your session, and how long its data is kept.',
    response: { 200: WorkspaceSettings },
    run: (scope) => readSettings(scope),
  })
  workspace.patch('', {
    operationId: 'updateWorkspace',
    summary: 'Update the workspace settings',
    description:
      'Only the fields you send are updated. Lowering `retention_days` permanently deletes older data, most of it within about an hour.',
    body: UpdateWorkspaceBody,
    errors: ['second_factor_off'],
    response: { 200: WorkspaceSettings },
    run: (scope, { body }) => updateWorkspace(scope, body),
  })
  workspace.delete('/picture', {
    operationId: 'deleteWorkspacePicture',
    summary: 'Remove the picture of the workspace',
    description: 'The initials are shown again.',
    run: async (scope) => void (await setWorkspacePicture(scope, null)),
  })
  workspace.get('/retention-preview', {
    operationId: 'previewRetention',
    summary: 'Preview retention times',
    description: 'Counts what is older than these days, and would be deleted.',
    query: RetentionPreviewQuery,
    response: { 200: RetentionPreview },
    run: (scope, { query }) => previewRetention(scope, query),
  })
  workspace.patch('/retention', {
    operationId: 'updateRetention',
    summary: 'Update how long data is kept',
    description:
      'Only the fields you send are updated; null keeps the data forever. What is older is permanently deleted within about an hour.',
    fresh: true,
    body: UpdateRetentionBody,
    response: { 200: WorkspaceSettings },
    run: (scope, { body }) => updateRetention(scope, body),
  })
}
