import type { FastifyRequest } from 'fastify'
import { readPicture } from '#account/pictures/read-picture.ts'
import { PICTURE_MADE, PictureBody } from '#account/pictures/schema.ts'
import { addUploads, READS_FORM } from '#http/add-uploads.ts'
import { receiveFile } from '#http/receive-file.ts'
import { resource } from '#http/resource.ts'
import { PICTURE_BYTES_MAX } from '#shared/pictures.ts'
import { closedObject } from '#lib/schemas.ts'
import type { App } from '#http/app.ts'
import { pageOf } from '#lib/page.ts'
import { ChosenRole } from '#account/roles/schema.ts'
import { ListMembersQuery, Member } from '#account/users/schema.ts'
import { SetAvailabilityBody } from '#availability/schema.ts'
import { findMember, setAvailability } from '#availability/set-availability.ts'
import { changeRole } from './change-role.ts'
import { getMember } from './get-member.ts'
import { listMembers } from './list-members.ts'
import { removeMember } from './remove-member.ts'
import { setPicture } from './set-picture.ts'
const ChangeRoleBody = closedObject({ role: ChosenRole })

const PICTURE_FORM = {
  ...READS_FORM,
  bodyLimit: PICTURE_BYTES_MAX + 1024 * 1024,
  body: PictureBody,
  errors: ['media_not_usable', 'media_store_full', 'media_store_unavailable'],
  response: { 200: Member },
} as const

/** Adds the routes of members. */
export function addMemberRoutes(app: App): void {
  const routes = resource(app, '/api', {
    tag: 'Members',
    read: { key: 'chats:read' },
    write: { session: 'admin' },
    notFound: 'membership_not_found',
  })

  routes.get('/v1/members', {
    operationId: 'listMembers',
    summary: 'List members',
    description: 'Returns current and former members, newest first.',
    tag: 'Workspace',
    query: ListMembersQuery,
    response: { 200: pageOf(Member) },
    run: (scope, { query }) => listMembers(scope, query),
  })
  routes.get('/v1/members/:id', {
    operationId: 'getMember',
    summary: 'Get a member',
    tag: 'Workspace',
    response: { 200: Member },
    run: (scope, { id }) => getMember(scope, id),
  })
  routes.patch('/v1/members/:id', {
    operationId: 'updateMember',
    summary: 'Set the availability of a member',
    description:
      'Only the fields you send are updated. Without an availability that is set by hand, members are offline outside of their working hours, and otherwise online while they have had the app open in the last 5 minutes. Each change is a `member.updated`. Members set their own in the web app.',
    tag: 'Workspace',
    permission: { key: 'admin', supervisor: true },
    body: SetAvailabilityBody,
    errors: ['business_hours_not_found'],
    response: { 200: Member },
    runs: 'tenant',
    before: (scope, { id }) => findMember(scope, id),
    run: (scope, { body }, member) => setAvailability(scope, member, body),
  })
  routes.patch('/session/availability', {
    operationId: 'updateAvailability',
    summary: 'Set your availability',
    description: 'Only the fields you send are updated. It holds on all of your devices.',
    tag: 'Session',
    permission: { session: 'member', forSso: true },
    body: SetAvailabilityBody,
    errors: ['business_hours_not_found'],
    response: { 200: Member },
    run: async (scope, { body }) =>
      setAvailability(scope, await findMember(scope, scope.actor.id!), body),
  })
  routes.get('/developer/members', {
    operationId: 'listWorkspaceMembers',
    summary: 'List members',
    description: 'Includes former members, newest first.',
    permission: { session: 'admin' },
    query: ListMembersQuery,
    response: { 200: pageOf(Member) },
    run: (scope, { query }) => listMembers(scope, query),
  })
  routes.patch('/developer/members/:id', {
    operationId: 'changeMemberRole',
    summary: 'Change the role of a member',
    description:
      "Takes effect with the member's next request. A workspace must keep at least one admin.",
    body: ChangeRoleBody,
    errors: ['last_admin', 'role_not_found'],
    response: { 200: Member },
    run: (scope, { id, body }) => changeRole(scope, id, body.role),
  })
  routes.delete('/developer/members/:id', {
    operationId: 'removeMember',
    summary: 'Remove a member',
    description:
      "Ends the member's sessions and connected apps, and unassigns their open conversations and tickets. Their past actions keep their name. A workspace must keep at least one admin.",
    errors: ['last_admin'],
    run: (scope, { id }) => removeMember(scope, id),
  })
  routes.delete('/v1/members/:id/picture', {
    operationId: 'deleteMemberPicture',
    summary: 'Remove the picture of a member',
    description: 'The initials are shown again.',
    tag: 'Workspace',
    permission: { key: 'admin' },
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
  addUploads(app, { fileBytesMax: PICTURE_BYTES_MAX, fields: 2 }, addPictureRoutes)
}

function addPictureRoutes(uploads: App): void {
  const routes = resource(uploads, '/api', {
    write: { key: 'admin' },
    notFound: 'membership_not_found',
  })

  routes.put('/v1/members/:id/picture', {
    ...PICTURE_FORM,
    operationId: 'setMemberPicture',
    summary: 'Set the picture of a member',
    description: `${PICTURE_MADE} Members set their own in the web app.`,
    tag: 'Workspace',
    async run(scope, { id: given, request }) {
      const { id } = await findMember(scope, given)
      return setPicture(scope, id, await receivePicture(request))
    },
  })
  routes.put('/session/picture', {
    ...PICTURE_FORM,
    operationId: 'setPicture',
    summary: 'Set your picture',
    description: `${PICTURE_MADE} It applies in this workspace.`,
    tag: 'Session',
    permission: { session: 'member', forSso: true },
    run: async (scope, { request }) =>
      setPicture(scope, scope.actor.id!, await receivePicture(request)),
  })
}

async function receivePicture(request: FastifyRequest): Promise<Buffer> {
  return readPicture((await receiveFile(request)).bytes)
}
