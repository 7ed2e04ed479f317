import type { OperationCode } from './create-code-recorder.ts'

/** Error codes that routes list and for which there is no test yet. Remove each for which you write one, and add none. */
export const UNTESTED_CODES: readonly OperationCode[] = [
  'acceptInvitation email_taken',
  'acceptInvitation invalid_credentials',
  'connectAccount invalid_credentials',
  'connectAccount sso_refused',
  'createForm open_form_taken',
  'createPasskey second_factor_required',
  'createPriceList quota_exceeded',
  'createTicket too_many_attachments',
  'downloadDataExport media_store_full',
  'downloadDataExport media_store_unavailable',
  'followWorkspace conflicting_fields',
  'followWorkspace quota_exceeded',
  'followWorkspace streams_exhausted',
  'followWorkspace too_many_streams',
  'getDeliveryCommand event_not_found',
  'getSession membership_not_found',
  'reconnectWebChat channel_taken',
  'releaseConversation handover_not_supported',
  'releaseConversation platform_refused',
  'releaseConversation platform_unavailable',
  'retryDelivery endpoint_not_found',
  'retryMessage conversation_not_found',
  'retryMessage media_not_found',
  'retryMessage media_not_usable',
  'retryMessage template_not_usable',
  'sendDraft conversation_not_found',
  'showAppRequest headers_too_large',
  'signInSecondStep invalid_credentials',
  'streamEvents quota_exceeded',
  'streamEvents streams_exhausted',
  'streamEvents too_many_streams',
  'subscribeChannel business_account_unknown',
  'subscribeChannel platform_refused',
  'syncTemplates platform_refused',
  'takeOverConversation platform_unavailable',
  'updateChannel platform_unavailable',
  'updatePreferences membership_not_found',
  'updateProfile membership_not_found',
  'verifyDomain domain_taken',
]

/** Error codes that tests get only on machines on which they can cause the failure. A run does not compare them. */
export const SOMETIMES_TESTED_CODES: readonly OperationCode[] = [
  // Only root can mount a disk that is small enough to fill.
  'uploadMedia media_store_full',
]
