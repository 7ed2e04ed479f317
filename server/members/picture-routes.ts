import { Type } from 'typebox'
import { readPicture } from '#account/pictures/read-picture.ts'
import { Member } from '#account/users/schema.ts'
import { addUploads, READS_FORM } from '#http/add-uploads.ts'
import type { App } from '#http/app.ts'
import { receiveFile } from '#http/receive-file.ts'
import { resource } from '#http/resource.ts'
import { PICTURE_BYTES_MAX } from '#shared/pictures.ts'
import { setPicture } from './set-picture.ts'

const PictureBody = Type.Object({
  file: Type.String({
    format: 'binary',
    description: 'A PNG, JPEG or WebP image of at most 5 MB and 4,096 × 4,096 pixels.',
  }),
})

const FORM = {
  ...READS_FORM,
  bodyLimit: PICTURE_BYTES_MAX + 1024 * 1024,
  body: PictureBody,
  errors: ['media_not_usable'],
  response: { 200: Member },
} as const

/** Adds the routes of members' pictures. */
export function addMemberPictureRoutes(app: App): void {
  addUploads(app, { fileBytesMax: PICTURE_BYTES_MAX, fields: 2 }, addUploadRoutes)
  const routes = resource(app, '/api', {
    write: { key: 'admin' },
    notFound: 'membership_not_found',
  })

  routes.delete('/v1/members/:id/picture', {
    operationId: 'deleteMemberPicture',
    summary: 'Remove the picture of a member',
    tag: 'Workspace',
    run: async (scope, { id }) => void (await setPicture(scope, id, null)),
  })
  routes.delete('/session/picture', {
    operationId: 'deletePicture',
    summary: 'Remove your picture',
    tag: 'Session',
    permission: { session: 'member', forSso: true },
    run: async (scope) => void (await setPicture(scope, scope.actor.id!, null)),
  })
}

function addUploadRoutes(uploads: App): void {
  const routes = resource(uploads, '/api', {
    write: { key: 'admin' },
    notFound: 'membership_not_found',
  })

  routes.put('/v1/members/:id/picture', {
    ...FORM,
    operationId: 'setMemberPicture',
    summary: 'Set the picture of a member',
    description:
      'Stores the square in the middle of the image, as WebP of 256 × 256 pixels without its metadata. Members set their own in the web app.',
    tag: 'Workspace',
    run: async (scope, { id, request }) =>
      setPicture(scope, id, await readPicture((await receiveFile(request)).bytes)),
  })
  routes.put('/session/picture', {
    ...FORM,
    operationId: 'setPicture',
    summary: 'Set your picture',
    description:
      'Stores the square in the middle of the image, as WebP of 256 × 256 pixels without its metadata. It applies in this workspace.',
    tag: 'Session',
    permission: { session: 'member', forSso: true },
    run: async (scope, { request }) =>
      setPicture(scope, scope.actor.id!, await readPicture((await receiveFile(request)).bytes)),
  })
}
