/** The API server, with the routes of every domain. */
import type { Context } from './db/context.ts'
import { addPictureRoutes } from './account/pictures/routes.ts'
import { addAccountRoutes } from './account/profile/routes.ts'
import { addAppRoutes } from './account/apps/routes.ts'
import { createTokenFinder } from './account/apps/create-token-finder.ts'
import { addAuditRoutes } from './account/audit/routes.ts'
import { addCustomFieldRoutes } from './contacts/custom-fields/routes.ts'
import { addBusinessHoursRoutes } from './business-hours/routes.ts'
import { addSlaRoutes } from './sla/routes.ts'
import { addCannedReplyRoutes } from './messages/canned-replies/routes.ts'
import { addKeyChannelRoutes } from './channels/by-key/routes.ts'
import { addChannelRoutes } from './channels/routes.ts'
import { addContactRoutes } from './contacts/routes.ts'
import { addChatRoutes } from './conversations/routes.ts'
import { addDocsRoutes } from './http/docs/add-docs-routes.ts'
import { createEventSources } from './events/event-sources.ts'
import type { StreamLimits } from './events/limit-streams.ts'
import { addEventRoutes } from './events/routes.ts'
import { addDeveloperFormRoutes } from './inbound/forms/developer/routes.ts'
import { bindCursors } from './http/bind-cursors.ts'
import { createApp } from './http/app.ts'
import type { App } from './http/app.ts'
import { addAuthentication } from './http/add-authentication.ts'
import { compressAnswers } from './http/compress-answers.ts'
import { addConditionalRequests } from './http/add-conditional-requests.ts'
import { addHealthRoutes } from './http/add-health-routes.ts'
import { listen } from './http/listen.ts'
import { logRequests } from './http/log-requests.ts'
import { addAccessLog } from './http/add-access-log.ts'
import { addRequestMetrics } from './http/start-metrics.ts'
import { createReadiness } from './http/readiness.ts'
import type { Readiness } from './http/readiness.ts'
import { addOpenApi } from './http/add-open-api.ts'
import { addWebApp } from './http/add-web-app.ts'
import { addOauthRoutes } from './account/oauth/routes.ts'
import { addInvitationRoutes } from './account/invitations/routes.ts'
import { createApiKeyFinder } from './account/keys/create-api-key-finder.ts'
import { createKeyUseRecorder } from './account/keys/create-key-use-recorder.ts'
import { BODY_EXAMPLES, QUERY_EXAMPLES } from './api-examples.ts'
import { addApiKeyRoutes } from './account/keys/routes.ts'
import { addImportRoutes } from './contacts/imports/routes.ts'
import { describeIngest } from './inbound/describe-ingest.ts'
import { addInboundRoutes } from './inbound/routes.ts'
import { addInstanceRoutes } from './instance/routes.ts'
import { addMcpRoutes } from './mcp/routes.ts'
import { addMediaRoutes } from './media/routes.ts'
import { addThreadRoutes } from './inbox/threads/routes.ts'
import { addUploadRoutes } from './messages/uploads/routes.ts'
import { addBulkActionRoutes } from './bulk-actions/routes.ts'
import { addBlockRoutes } from './blocks/routes.ts'
import { addDataExportRoutes } from './data-exports/routes.ts'
import { addErasureRoutes } from './erasures/routes.ts'
import { addMergeRoutes } from './merges/routes.ts'
import { addMemberRoutes } from './members/routes.ts'
import { addMessageRoutes } from './messages/routes.ts'
import { addDraftRoutes } from './messages/drafts/routes.ts'
import { addOutcomeRoutes } from './webhooks/outcomes/routes.ts'
import { addNoteRoutes } from './conversations/notes/routes.ts'
import { addNoticeRoutes } from './account/notices/routes.ts'
import { addNotificationRoutes } from './notifications/routes.ts'
import { addDeviceRoutes } from './notifications/devices/routes.ts'
import { addHeldReplyRoutes } from './inbox/held-replies/routes.ts'
import { addOwnDraftRoutes } from './inbox/own-drafts/routes.ts'
import { addPresenceRoutes } from './inbox/presence/routes.ts'
import { addReplayRoutes } from './webhooks/replays/routes.ts'
import { addOptOutRoutes } from './opt-outs/routes.ts'
import { addPriceListRoutes } from './pricing/routes.ts'
import { createRequestLog } from './request-log/create-request-log.ts'
import { addRequestLogRoutes } from './request-log/routes.ts'
import { addReportScheduleRoutes } from './reports/schedules/routes.ts'
import { addReportRoutes } from './reports/routes.ts'
import { addSearchRoutes } from './inbox/search/routes.ts'
import { addSignatureRoutes } from './webhooks/signatures/routes.ts'
import { addTagRoutes } from './conversations/tags/routes.ts'
import { addAssignmentRoutes } from './assignment/routes.ts'
import { addCsatRoutes } from './csat/routes.ts'
import { addAwayReplyRoutes } from './away-replies/routes.ts'
import { addBotRoutes } from './bots/routes.ts'
import { addMacroRoutes } from './macros/routes.ts'
import { addRuleRoutes } from './rules/routes.ts'
import { addTeamRoutes } from './teams/routes.ts'
import { addRoleRoutes } from './account/roles/routes.ts'
import { addTemplateRoutes } from './channels/templates/routes.ts'
import { addTicketActivityRoutes } from './tickets/activity/routes.ts'
import { addCustomerUpdateRoutes } from './tickets/customer-updates/routes.ts'
import { addTicketFollowerRoutes } from './tickets/followers/routes.ts'
import { addTicketLinkRoutes } from './tickets/links/routes.ts'
import { addTicketRoutes } from './tickets/routes.ts'
import { addTicketTypeRoutes } from './tickets/types/routes.ts'
import { createPlatformClients } from './platforms/registry/create-platform-clients.ts'
import type { PlatformClients } from './platforms/registry/create-platform-clients.ts'
import { createSignIn } from './account/sign-in/create-sign-in.ts'
import { createOperatorFinder } from './account/sign-in/create-operator-finder.ts'
import { addPasskeyRoutes } from './account/passkeys/routes.ts'
import { addSecondFactorRoutes } from './account/second-factor/routes.ts'
import { addSsoRoutes } from './account/sso/routes.ts'
import { addUserRoutes } from './account/sign-in/routes.ts'
import { addViewRoutes } from './inbox/views/routes.ts'
import { describeEvents } from './webhooks/describe-events.ts'
import { describeVisitorApi } from './web-chats/visitors/describe-visitor-api.ts'
import { addWebChatRoutes } from './web-chats/routes.ts'
import { addWebhookRoutes } from './webhooks/routes.ts'
import { addWorkspaceRoutes } from './account/workspaces/routes.ts'

/** The largest request body that the API accepts, in bytes. */
export const BODY_BYTES_MAX = 1024 * 1024

/**
 * Options of the API server. It creates its own clients and readiness if they are missing. `streamLimits` replaces limits of the
 * streams of events, and of the streams of the web app.
 */
export type ApiOptions = {
  clients?: PlatformClients
  readiness?: Readiness
  streamLimits?: Partial<StreamLimits>
}

/** Creates the API server with every route; it does not listen yet. */
export async function createApi(context: Context, options: ApiOptions = {}): Promise<App> {
  const { log, config } = context
  const { readiness = createReadiness(context), streamLimits = {} } = options
  const app = createApp({
    log,
    bodyBytesMax: BODY_BYTES_MAX,
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    isStopping: readiness.isStopping,
  })
  const clients = options.clients ?? createPlatformClients(config)
  if (!options.clients) app.addHook('onClose', () => clients.close())
  const signIn = createSignIn(context)
  addRequestMetrics(app)
  if (config.accessLog) addAccessLog(app, log)
  const findApiKey = createApiKeyFinder(context)
  const findApp = createTokenFinder(context)
  const findKey = async (secret: string) => (await findApiKey(secret)) ?? findApp(secret)
  const requestLog = createRequestLog(context)
  logRequests(app, context, requestLog, findKey)
  addAuthentication(app, context, {
    findKey,
    recordKeyUse: createKeyUseRecorder(context),
    findSession: signIn.findSession,
    findOperator: createOperatorFinder(context),
  })
  bindCursors(app)
  addConditionalRequests(app)
  compressAnswers(app)
  await addOpenApi(app, {
    publicUrl: config.publicUrl,
    others: {
      paths: { ...describeIngest(config.ingestUrl), ...describeVisitorApi(config.ingestUrl) },
      ...describeEvents(),
      examples: { bodies: BODY_EXAMPLES, queries: QUERY_EXAMPLES },
    },
  })
  addHealthRoutes(app, readiness)
  addDocsRoutes(app, config.webDir)
  await addWebApp(app, config)
  addChatRoutes(app)
  addThreadRoutes(app)
  addNoteRoutes(app)
  addTagRoutes(app)
  addTeamRoutes(app)
  addAssignmentRoutes(app)
  addCsatRoutes(app)
  addAwayReplyRoutes(app)
  addBotRoutes(app)
  addRuleRoutes(app)
  addMacroRoutes(app)
  addRoleRoutes(app)
  addBusinessHoursRoutes(app)
  addSlaRoutes(app)
  addCannedReplyRoutes(app)
  addCustomFieldRoutes(app)
  addViewRoutes(app)
  addSearchRoutes(app)
  addMemberRoutes(app)
  addPictureRoutes(app, context)
  addMessageRoutes(app, context, clients)
  addDraftRoutes(app)
  addMediaRoutes(app, context)
  addUploadRoutes(app, context)
  addChannelRoutes(app, context, clients)
  addKeyChannelRoutes(app)
  addWebChatRoutes(app)
  addInboundRoutes(app)
  addDeveloperFormRoutes(app)
  addContactRoutes(app)
  addMergeRoutes(app)
  addBlockRoutes(app)
  addErasureRoutes(app)
  addBulkActionRoutes(app)
  addDataExportRoutes(app, context)
  addImportRoutes(app)
  addTemplateRoutes(app, clients)
  addTicketRoutes(app)
  addCustomerUpdateRoutes(app)
  addTicketFollowerRoutes(app)
  addTicketLinkRoutes(app)
  addTicketTypeRoutes(app)
  addTicketActivityRoutes(app)
  addReportRoutes(app)
  addPriceListRoutes(app)
  addOptOutRoutes(app)
  const sources = createEventSources(context)
  addEventRoutes(app, context, { sources, limits: streamLimits })
  addWebhookRoutes(app, context)
  addOutcomeRoutes(app)
  addSignatureRoutes(app)
  addReplayRoutes(app)
  addApiKeyRoutes(app)
  addAppRoutes(app, context)
  addOauthRoutes(app, context)
  addRequestLogRoutes(app)
  addAuditRoutes(app)
  addNoticeRoutes(app)
  addNotificationRoutes(app)
  addDeviceRoutes(app, context)
  addWorkspaceRoutes(app)
  addUserRoutes(app, context, signIn)
  addAccountRoutes(app, context, signIn)
  addSecondFactorRoutes(app, context, signIn)
  addSsoRoutes(app, context, signIn)
  addPasskeyRoutes(app, context, signIn)
  addInvitationRoutes(app, context, signIn)
  addOwnDraftRoutes(app, context)
  addHeldReplyRoutes(app, context)
  addReportScheduleRoutes(app)
  addPresenceRoutes(app, context, { sources, limits: streamLimits })
  addMcpRoutes(app, context)
  addInstanceRoutes(app, context, readiness)
  return app
}

/** Starts the API server on the configured port. @throws {ListenError} */
export async function startApi(
  context: Context,
  options: ApiOptions = {},
): Promise<{ url: string; port: number; close: () => Promise<void> }> {
  const { host, port } = context.config
  return listen(await createApi(context, options), { host, port, variable: 'PORT' })
}
