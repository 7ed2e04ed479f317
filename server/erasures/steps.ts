import { finishErasure } from './finish-erasure.ts'
import type { Step } from './step.ts'
import { eraseAnswers, eraseMails } from './steps/erase-answers.ts'
import {
  eraseConversations,
  eraseGroupReports,
  eraseOwned,
  erasePeople,
  eraseReactions,
  eraseReports,
  eraseTickets,
  eraseWebChats,
} from './steps/erase-belongings.ts'
import { eraseDataExports } from './steps/erase-data-exports.ts'
import { eraseEvents } from './steps/erase-events.ts'
import { eraseFiles, eraseTicketFiles } from './steps/erase-files.ts'
import { eraseImports, eraseRejects } from './steps/erase-imports.ts'
import { eraseMessages } from './steps/erase-messages.ts'
import { erasePayloads, eraseSharedPayloads } from './steps/erase-payloads.ts'
import { eraseRequests } from './steps/erase-requests.ts'
import { redactFileNameSteps } from './steps/redact-file-name-steps.ts'
import { redactSteps } from './steps/redact-steps.ts'

/**
 * The steps of an erasure, in order. First what belongs to the contact, so that nothing new about it is written; then
 * the logs, which are read through once.
 */
export const STEPS: readonly Step[] = [
  eraseTicketFiles,
  eraseTickets,
  eraseReactions,
  eraseFiles,
  eraseMessages,
  eraseConversations,
  eraseReports,
  eraseGroupReports,
  ...eraseOwned,
  eraseWebChats,
  erasePeople,
  eraseEvents,
  erasePayloads,
  eraseSharedPayloads,
  eraseRejects,
  eraseImports,
  eraseAnswers,
  eraseMails,
  eraseRequests,
  ...redactSteps,
  ...redactFileNameSteps,
  eraseDataExports,
  finishErasure,
]
