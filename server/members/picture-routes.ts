import {
  MADE_OF_IMAGE,
  PICTURE_FORM,
  PICTURE_LIMITS,
  receivePicture,
} from '#account/pictures/receive-picture.ts'
import { Member } from '#account/users/schema.ts'
import { findMember } from '#availability/set-availability.ts'
import { addUploads } from '#http/add-uploads.ts'
import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { setPicture } from './set-picture.ts'

const FORM = { ...PICTURE_FORM, response: { 200: Member } } as const

/** Adds the routes of members' pictures. */
export function addMemberPictureRoutes(app: App): void {
  addUploads(app, PICTURE_LIMITS, addUploadRoutes)
  const routes = resource(app, '/api', {
    write: { key: 'admin' },
    notFound: 'membership_not_found',
  })

  routes.delete('/v1/members/:id/picture', {
    operationId: 'deleteMemberPicture',
    summary: 'Remove the picture of a member',
    description: 'The initials are shown again.',
    tag: 'Workspace',
    run: async (scope, { id }) => void (await setPicture(scope, id, null)),
  })
  routes.delete('/session/picture', {
    operationId: 'deletePicture',
    summary: 'Remove your picture',
    description: 'The initials are shown again.',
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
    description: `${MADE_OF_IMAGE} Members set their own in the web app.`,
    tag: 'Workspace',
    async run(scope, { id: given, request }) {
      const { id } = await findMember(scope, given)
      return setPicture(scope, id, await receivePicture(request))
    },
  })
  routes.put('/session/picture', {
    ...FORM,
    operationId: 'setPicture',
    summary: 'Set your picture',
    description: `${MADE_OF_IMAGE} It applies in this workspace.`,
    tag: 'Session',
    permission: { session: 'member', forSso: true },
    run: async (scope, { request }) =>
      setPicture(scope, scope.actor.id!, await receivePicture(request)),
  })
}
