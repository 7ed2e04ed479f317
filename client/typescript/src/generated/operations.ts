// Generated from the API description by `npm run clients`. Do not edit.

/** Every operation by its resource. */
export const RESOURCES = {
  conversations: {
    /** List conversations. Most recent activity first. Scope: `chats:read`. */
    listConversations: 'GET /api/v1/chats cursor',
    /** Count conversations. Returns the number of conversations in each part of the inbox, counted up to 1,000. Scope: `chats:read`. */
    countConversations: 'GET /api/v1/chats/counts',
    /** Export conversations. Returns all conversations that match the filters, newest first. Scope: `chats:read`. A session must be fresh. */
    exportConversations: 'GET /api/v1/chats/export.csv text',
    /** Export selected conversations. Works like the GET. Its body takes thousands of ids. Scope: `chats:read`. A session must be fresh. */
    exportSelectedConversations: 'POST /api/v1/chats/export.csv text',
    /** Update a conversation. Changes status, assignee, team, priority, participants, tags and read state. Only the fields you send are updated. To undo a change, send the previous values from an earlier response. Scope: `chats:write`. */
    updateConversation: 'PATCH /api/v1/chats/{id}',
    /** Get a conversation. Scope: `chats:read`. */
    getConversation: 'GET /api/v1/chats/{id}',
    /** Read a conversation's thread. Returns messages, notes and changes of the conversation in one list, oldest first. Returns the newest part by default. Scopes: `messages:read`, `chats:read`. */
    readThread: 'GET /api/v1/chats/{id}/thread',
    /** Add a note to a conversation. Notes are internal. They are never sent to customers or platforms. Scope: `notes:write`. */
    createNote: 'POST /api/v1/chats/{id}/notes',
    /** Update a note. Only the author or an admin can do this. Only the fields you send are updated. Scope: `notes:write`. */
    updateNote: 'PATCH /api/v1/notes/{id}',
    /** Delete a note. Only the author or an admin can do this. Scope: `notes:write`. */
    deleteNote: 'DELETE /api/v1/notes/{id} none',
    /** Mark mentions in a conversation as seen. Marks the signed-in member's mentions. Scope: `chats:write` or `chats:read`, for what the id leads to. */
    markMentionsSeen: 'POST /api/v1/chats/{id}/mentions/seen',
    /** List tags. Newest first. Scope: `chats:read`. */
    listTags: 'GET /api/v1/tags cursor',
    /** Create a tag. Scope: `chats:write`. */
    createTag: 'POST /api/v1/tags',
    /** Update a tag. Scope: `chats:write`. */
    updateTag: 'PATCH /api/v1/tags/{id}',
    /** Delete a tag. Removes the tag from all conversations. Scope: `chats:write`. */
    deleteTag: 'DELETE /api/v1/tags/{id} none',
    /** List a conversation's SLA targets. Scope: `chats:read`. */
    listSlaTargets: 'GET /api/v1/chats/{id}/sla',
    /** List canned replies. Those that the caller has: of everybody, of the teams of a signed-in member, and their own. Newest first. Scope: `chats:read`. */
    listCannedReplies: 'GET /api/v1/canned-replies cursor',
    /** Create a canned reply. Scope: `chats:write`. */
    createCannedReply: 'POST /api/v1/canned-replies',
    /** Update a canned reply. Scope: `chats:write`. */
    updateCannedReply: 'PATCH /api/v1/canned-replies/{id}',
    /** Delete a canned reply. Scope: `chats:write`. */
    deleteCannedReply: 'DELETE /api/v1/canned-replies/{id} none',
    /** List views. Returns shared views and your own, newest first. Scope: `chats:read`. */
    listViews: 'GET /api/v1/views cursor',
    /** Create a view. Scope: `chats:write`. */
    createView: 'POST /api/v1/views',
    /** Update a view. Only the author or an admin can do this. Only the fields you send are updated. Scope: `chats:write`. */
    updateView: 'PATCH /api/v1/views/{id}',
    /** Delete a view. Only the author or an admin can do this. Scope: `chats:write`. */
    deleteView: 'DELETE /api/v1/views/{id} none',
    /** Search contacts, conversations, messages, notes and tickets. Returns the best results of each kind first: exact matches, beginnings, then the newest. Messages and notes: the newest first. Tickets are searched only with the scope tickets:read. Scopes: `messages:read`, `chats:read`, `contacts:read`. */
    searchWorkspace: 'GET /api/v1/search',
    /** Check what can be sent to a conversation. Returns what can be sent now, the reason if it can't, and what a new message would wait for. Scope: `chats:read`. */
    checkCanSend: 'GET /api/v1/chats/{id}/can-send',
    /** Check what can be sent to a contact. Returns for each channel whether the contact has a conversation there, and what can be sent now: the next message, or the first one, which opens the conversation. Scope: `chats:read`. */
    checkCanSendToContact: 'GET /api/v1/chats/can-send',
    /** Mark a conversation as read. Resets `unread_count` and shows the customer that the messages were read. Scope: `messages:write`. */
    markConversationRead: 'POST /api/v1/chats/{id}/read',
    /** Show a typing indicator. Shown for 25 seconds, or until the next message. Also marks the conversation as read. Scope: `messages:write`. */
    showTyping: 'POST /api/v1/chats/{id}/typing',
    /** Take over a conversation. Takes the conversation from the app that holds it at the platform, such as the platform's own agent, so that the customer's messages come to you. A free-form message takes over too, where the platform allows it. The platform may refuse. Scope: `chats:write`. */
    takeOverConversation: 'POST /api/v1/chats/{id}/take-over',
    /** Release a conversation. Gives up control of the conversation at the platform. The customer's next message goes to the app that answers first there, such as the platform's own agent. Scope: `chats:write`. */
    releaseConversation: 'POST /api/v1/chats/{id}/release',
    /** List a conversation's messages. Newest first. Scope: `messages:read`. */
    listMessages: 'GET /api/v1/chats/{id}/messages cursor',
  },
  teams: {
    /** List teams. Newest first. Scope: `chats:read`. */
    listTeams: 'GET /api/v1/teams cursor',
    /** Create a team. Conversations and tickets belong to a team or to none. Roles decide whether members see only what belongs to their teams. Scope: `admin`. */
    createTeam: 'POST /api/v1/teams',
    /** Get a team. Scope: `chats:read`. */
    getTeam: 'GET /api/v1/teams/{id}',
    /** Update a team. Only the fields you send are updated. Conversations that have the team, or that came by its former channels, stay as they are. Scope: `admin`. */
    updateTeam: 'PATCH /api/v1/teams/{id}',
    /** Delete a team. Its conversations and tickets have no team afterwards. Scope: `admin`. */
    deleteTeam: 'DELETE /api/v1/teams/{id} none',
    /** Get what waits now. Counts the conversations that wait in the queue of each team, and what each member has, as far as the caller sees them. Scope: `reports:read`. */
    getBoard: 'GET /api/v1/board',
    /** Get how a team assigns conversations. Scope: `chats:read`. */
    getTeamAssignment: 'GET /api/v1/teams/{id}/assignment',
    /** Update how a team assigns conversations. Only the fields you send are updated. Conversations are assigned while their customer waits for an answer, the longest wait first, and only to members who are online. What nobody can take waits in the queue of the team. Scope: `admin`. */
    updateTeamAssignment: 'PATCH /api/v1/teams/{id}/assignment',
    /** Get a team's queue. Counts the open conversations of the team that nobody is assigned to and whose customers wait, and says why they wait. Scope: `chats:read`. */
    getTeamQueue: 'GET /api/v1/teams/{id}/queue',
    /** Take the conversation that waits longest. Assigns the conversation that waits longest in the team's queue. Two members who take at the same time get different ones. Scope: `chats:write`. */
    takeConversation: 'POST /api/v1/teams/{id}/take',
    /** Get the away reply of a team. Scope: `chats:read`. */
    getTeamAwayReply: 'GET /api/v1/teams/{id}/away-reply',
    /** Update the away reply of a team. Only the fields you send are updated. A customer who writes while the team is away gets one away reply until the conversation is closed, never after a member answered. It does not count as an answer. Scope: `admin`. */
    updateTeamAwayReply: 'PATCH /api/v1/teams/{id}/away-reply',
    /** Get the away reply of conversations without a team. Scope: `chats:read`. */
    getAwayReply: 'GET /api/v1/away-reply',
    /** Update the away reply of conversations without a team. Only the fields you send are updated. A customer who writes while the team is away gets one away reply until the conversation is closed, never after a member answered. It does not count as an answer. Scope: `admin`. */
    updateAwayReply: 'PATCH /api/v1/away-reply',
    /** List roles. The built-in roles first, then the custom ones by name. Scope: `chats:read`. */
    listRoles: 'GET /api/v1/roles',
    /** Create a role. A role is a list of the scopes that API keys have, with the conversations, tickets and contacts that its members see. Scope: `admin`. */
    createRole: 'POST /api/v1/roles',
    /** Get a role. Scope: `chats:read`. */
    getRole: 'GET /api/v1/roles/{id}',
    /** Update a role. Takes effect with each member's next request. Of a built-in role, only `visibility` and `sees_no_team` can be changed, and of `admin` nothing. Scope: `admin`. */
    updateRole: 'PATCH /api/v1/roles/{id}',
    /** Delete a role. Deletes a custom role that nobody has any more. Scope: `admin`. */
    deleteRole: 'DELETE /api/v1/roles/{id} none',
    /** List business hours. Newest first. Scope: `chats:read`. */
    listBusinessHours: 'GET /api/v1/business-hours cursor',
    /** Create business hours. The first ones of a workspace are the default. Scope: `admin`. */
    createBusinessHours: 'POST /api/v1/business-hours',
    /** Get business hours. Scope: `chats:read`. */
    getBusinessHours: 'GET /api/v1/business-hours/{id}',
    /** Update business hours. Scope: `admin`. */
    updateBusinessHours: 'PATCH /api/v1/business-hours/{id}',
    /** Delete business hours. Members whose working hours they are have none then; teams that have used them use the default ones, if there are any. Scope: `admin`. */
    deleteBusinessHours: 'DELETE /api/v1/business-hours/{id} none',
    /** List SLA policies. Newest first. Scope: `chats:read`. */
    listSlaPolicies: 'GET /api/v1/sla-policies cursor',
    /** Create an SLA policy. It is applied to conversations that are created or reopened from now on. Scope: `admin`. */
    createSlaPolicy: 'POST /api/v1/sla-policies',
    /** Get an SLA policy. Scope: `chats:read`. */
    getSlaPolicy: 'GET /api/v1/sla-policies/{id}',
    /** Update an SLA policy. Open rounds of conversations keep the version that they have. Scope: `admin`. */
    updateSlaPolicy: 'PATCH /api/v1/sla-policies/{id}',
    /** Delete an SLA policy. Its open targets are canceled. Those that were met or missed stay in reports. Scope: `admin`. */
    deleteSlaPolicy: 'DELETE /api/v1/sla-policies/{id} none',
  },
  ratings: {
    /** Get how customers are asked for ratings. A workspace that has not changed the settings has the defaults, which are off. Scope: `chats:read`. */
    getCsatSettings: 'GET /api/v1/csat/settings',
    /** Update how customers are asked for ratings. Only the fields you send are updated. While it is on, customers are asked after a conversation is closed in which they wrote and were answered: once per round, and each contact at most once in `person_days`. Scope: `admin`. */
    updateCsatSettings: 'PATCH /api/v1/csat/settings',
    /** List ratings. Lists the ratings that customers were asked for, the newest question first. Scope: `chats:read`. */
    listRatings: 'GET /api/v1/csat/ratings cursor',
  },
  bots: {
    /** List bots. Newest first, with deleted ones, whose names are still needed. Scope: `chats:read`. */
    listBots: 'GET /api/v1/bots cursor',
    /** Create a bot. A bot answers customers by itself, with API keys that belong to it (`bot_id`). Conversations are assigned to it as to a member. Scope: `admin`. */
    createBot: 'POST /api/v1/bots',
    /** Get a bot. Scope: `chats:read`. */
    getBot: 'GET /api/v1/bots/{id}',
    /** Update a bot. Only the fields you send are updated. The bot keeps the conversations it has. Scope: `admin`. */
    updateBot: 'PATCH /api/v1/bots/{id}',
    /** Delete a bot. Its API keys are revoked, and its conversations go to the queue. What it wrote keeps its name. Scope: `admin`. */
    deleteBot: 'DELETE /api/v1/bots/{id} none',
    /** Hand a conversation over. Gives the conversation to the queue, a team, a member or a bot, with a summary. A bot must hold the conversation; messages that it sent before are still sent. Scope: `chats:write`. */
    handOverConversation: 'POST /api/v1/chats/{id}/hand-over',
    /** Say that no answer is needed. For the bot that holds the conversation. Without an answer, a hand-over or this, it loses the conversation after its time-out. Scope: `chats:write`. */
    finishBotTurn: 'POST /api/v1/chats/{id}/done',
  },
  rules: {
    /** List rules. In the order in which they run. Scope: `chats:read`. */
    listRules: 'GET /api/v1/rules cursor',
    /** Create a rule. A rule acts on conversations by itself. It is created off, as the last one: try it first, then switch it on. Scope: `admin`. */
    createRule: 'POST /api/v1/rules',
    /** Get a rule. Scope: `chats:read`. */
    getRule: 'GET /api/v1/rules/{id}',
    /** Update a rule. Only the fields you send are updated. A rule that is switched on acts on what happens from then on. Scope: `admin`. */
    updateRule: 'PATCH /api/v1/rules/{id}',
    /** Delete a rule. Its firings are deleted; what it did stays. Scope: `admin`. */
    deleteRule: 'DELETE /api/v1/rules/{id} none',
    /** Try a rule. What it would have done at the newest 10,000 events of the last 30 days, without other rules and on the conversations as they were then. Contacts and business hours are those of now. Scope: `admin`. */
    tryRule: 'GET /api/v1/rules/{id}/trial',
    /** List a rule's firings. Newest first. Scope: `chats:read`. */
    listRuleFirings: 'GET /api/v1/rules/{id}/firings cursor',
    /** Explain a rule. Its newest firings, and why it did not fire at others. Scope: `chats:read`. */
    getRuleLog: 'GET /api/v1/rules/{id}/log',
    /** Explain what rules did in a conversation. The newest firings, and why each other rule that is on did not fire: as it was stored, or computed from the events of the last seven days. Scope: `chats:read`. */
    getConversationRules: 'GET /api/v1/chats/{id}/rules',
    /** List macros. Those that the caller has: of all, of the teams of a signed-in member, and their own. Newest first. Scope: `chats:read`. */
    listMacros: 'GET /api/v1/macros cursor',
    /** Create a macro. Actions that agents run together on a conversation. Scope: `chats:write`. */
    createMacro: 'POST /api/v1/macros',
    /** Get a macro. Scope: `chats:read`. */
    getMacro: 'GET /api/v1/macros/{id}',
    /** Update a macro. Scope: `chats:write`. */
    updateMacro: 'PATCH /api/v1/macros/{id}',
    /** Delete a macro. Scope: `chats:write`. */
    deleteMacro: 'DELETE /api/v1/macros/{id} none',
    /** Run a macro. Runs its actions on up to 25 conversations, all or none of them. The caller needs the scope of each action, and can undo the run for a minute. Scope: `chats:write`. */
    runMacro: 'POST /api/v1/macros/{id}/run',
    /** Undo the run of a macro. For a minute, by the one who ran it, in one step. What was changed since stays. Scope: `chats:write`. */
    undoMacroRun: 'POST /api/v1/macro-runs/{id}/undo',
  },
  contacts: {
    /** List custom fields. The definitions of custom fields of contacts and tickets, newest first. Scope: `contacts:read`. */
    listCustomFields: 'GET /api/v1/custom-fields cursor',
    /** Create a custom field. Defines a custom field of contacts or tickets. From then on, its values must have its type, and lists can be filtered by it. Scope: `contacts:write`. */
    createCustomField: 'POST /api/v1/custom-fields',
    /** Update a custom field. Scope: `contacts:write`. */
    updateCustomField: 'PATCH /api/v1/custom-fields/{id}',
    /** Archive a custom field. Its values stay, and then can be any text. `PATCH` with `archived: false` restores it. Scope: `contacts:write`. */
    archiveCustomField: 'DELETE /api/v1/custom-fields/{id} none',
    /** Create a contact. Scope: `contacts:write`. */
    createContact: 'POST /api/v1/contacts',
    /** List contacts. Most recently changed first by default. Contacts that were merged into another one are not listed. Scope: `contacts:read`. */
    listContacts: 'GET /api/v1/contacts cursor',
    /** Create many contacts. Creates up to 100 contacts, each as `POST /api/v1/contacts` does. The response has a result for each item, in their order; an item that fails changes nothing of the others. Each item counts towards the rate limit. Scope: `contacts:write`. */
    createContacts: 'POST /api/v1/contacts/batch',
    /** Export contacts. Returns all contacts that match the filters, newest first. Cells are escaped so that spreadsheets do not run them as formulas. Scope: `contacts:read`. A session must be fresh. */
    exportContacts: 'GET /api/v1/contacts/export.csv text',
    /** Export selected contacts. Works like the GET. Its body takes thousands of ids. Scope: `contacts:read`. A session must be fresh. */
    exportSelectedContacts: 'POST /api/v1/contacts/export.csv text',
    /** Get a contact. The id of a merged contact returns the contact it was merged into. Scope: `contacts:read`. */
    getContact: 'GET /api/v1/contacts/{id}',
    /** Update a contact. Scope: `contacts:write`. */
    updateContact: 'PATCH /api/v1/contacts/{id}',
    /** Add a note to a contact's timeline. Notes are internal. Customers never see them. Scope: `contacts:write`. */
    createContactNote: 'POST /api/v1/contacts/{id}/notes',
    /** List a contact's timeline. Newest first. Scope: `contacts:read`. */
    listTimeline: 'GET /api/v1/contacts/{id}/timeline cursor',
    /** Preview a merge of two contacts. Scope: `contacts:read`. */
    previewMerge: 'GET /api/v1/contacts/{id}/merge-preview',
    /** Merge another contact into this one. Moves the other contact's conversations, tickets, timeline and identities to this contact. The other contact's id keeps working and returns this contact. Scope: `contacts:write`. */
    mergeContacts: 'POST /api/v1/contacts/{id}/merge',
    /** Undo a merge. Restores both contacts. What was added after the merge stays with the surviving contact. Undo several merges of a contact in reverse order. Scope: `contacts:write`. */
    undoMerge: 'POST /api/v1/contacts/merges/{id}/undo',
    /** Block a contact. Closes the conversations of the contact. Its new messages are stored in them, but they stay closed and read, and there is no `message.received`. Nothing can be sent to the contact. Scope: `contacts:write`. */
    blockContact: 'POST /api/v1/contacts/{id}/block',
    /** Unblock a contact. Its conversations stay closed until it writes again, or you open them. Scope: `contacts:write`. */
    unblockContact: 'POST /api/v1/contacts/{id}/unblock',
    /** List imports. Newest first. Scope: `contacts:read`. */
    listImports: 'GET /api/v1/imports cursor',
    /** Upload contacts to import. Stores the file without importing it. The response lists the columns and suggests a mapping, with the reasons, from the names and the values of the columns. Check the import next, then start it. Scope: `contacts:write`. */
    createImport: 'POST /api/v1/imports file',
    /** Get an import. Includes its progress. Scope: `contacts:read`. */
    getImport: 'GET /api/v1/imports/{id}',
    /** Check an import. Starts a dry run: counts the contacts it would create and stores the first 1,000 rows it would reject. `status` becomes `checked` when it is done. Scope: `contacts:write`. */
    checkImport: 'POST /api/v1/imports/{id}/check',
    /** Start an import. It must have been checked. Scope: `contacts:write`. */
    startImport: 'POST /api/v1/imports/{id}/start',
    /** Cancel an import. What was read in stays. Scope: `contacts:write`. */
    cancelImport: 'POST /api/v1/imports/{id}/cancel',
    /** List rejected rows of an import. In file order. Scope: `contacts:read`. */
    listImportRejects: 'GET /api/v1/imports/{id}/rejects cursor',
    /** Export rejected rows of an import. Each row includes the reason, so that you can correct the rows and upload them again. Scope: `contacts:read`. */
    exportImportRejects: 'GET /api/v1/imports/{id}/rejects.csv text',
    /** Opt a contact out of marketing. From then on, marketing templates to the contact are refused with 409 `contact_opted_out`, also queued ones. Other messages can be sent. Scope: `contacts:write`. */
    optOutContact: 'POST /api/v1/contacts/{id}/opt-out',
    /** Opt a contact in to marketing again. Only with the consent of the contact. If it opted out at the platform, the platform keeps refusing marketing messages. Scope: `contacts:write`. */
    optInContact: 'POST /api/v1/contacts/{id}/opt-in',
  },
  workspace: {
    /** List members. Returns current and former members, newest first. Scope: `chats:read`. */
    listMembers: 'GET /api/v1/members cursor',
    /** Get a member. Scope: `chats:read`. */
    getMember: 'GET /api/v1/members/{id}',
    /** Set the availability of a member. Only the fields you send are updated. Without an availability that is set by hand, members are offline outside of their working hours, and otherwise online while they have had the app open in the last 5 minutes. Each change is a `member.updated`. Members set their own in the web app. Scope: `admin`. */
    updateMember: 'PATCH /api/v1/members/{id}',
    /** Remove the picture of a member. The initials are shown again. Scope: `admin`. */
    deleteMemberPicture: 'DELETE /api/v1/members/{id}/picture none',
    /** Set the picture of a member. Stores the square in the middle of the image as WebP of 256 × 256 pixels, without metadata. Members set their own in the web app. Scope: `admin`. */
    setMemberPicture: 'PUT /api/v1/members/{id}/picture file',
  },
  messages: {
    /** Send a message. Sends a text, file, template, interactive message, reaction, location or contact cards. The response is sent as soon as the message is stored. The platform is called afterwards, and `status` shows the outcome. Scope: `messages:write`. */
    sendMessage: 'POST /api/v1/messages/send',
    /** Send many messages. Sends up to 100 messages, each as `POST /api/v1/messages/send` does, in their order. The response has a result for each item; an item that fails changes nothing of the others. Each item counts towards the rate limit. Scope: `messages:write`. */
    sendMessages: 'POST /api/v1/messages/batch',
    /** Find messages. Returns the messages of all conversations that match the filters, newest first by `created_at`. A page can be short, or even empty, while `next_cursor` is not null. Scope: `messages:read`. */
    findMessages: 'GET /api/v1/messages cursor',
    /** Export messages. Returns all messages that match the filters, newest first. Scope: `messages:read`. A session must be fresh. */
    exportMessages: 'GET /api/v1/messages/export.csv text',
    /** Get a message. Scope: `messages:read`. */
    getMessage: 'GET /api/v1/messages/{id}',
    /** Retry a failed message. Sends the content again as a new message. A message can be retried once. Scope: `messages:write`. */
    retryMessage: 'POST /api/v1/messages/{id}/retry',
    /** Get a message's trail. Returns every step (when it was queued, each attempt, each status, and each error with advice), and what the platform charges. Scope: `messages:read`. */
    getMessageTrail: 'GET /api/v1/messages/{id}/trail',
    /** Propose a reply. Stores a draft that agents see in the conversation. The customer receives nothing until an agent sends it. Scope: `messages:draft`. */
    createDraft: 'POST /api/v1/drafts',
    /** List drafts. Newest first. Scope: `messages:read`. */
    listDrafts: 'GET /api/v1/drafts cursor',
    /** Send a draft. Sends it as a message of the caller. A draft can be sent once. Scope: `messages:write`. */
    sendDraft: 'POST /api/v1/drafts/{id}/send',
    /** Discard a draft. Scope: `messages:write`. */
    discardDraft: 'POST /api/v1/drafts/{id}/discard',
    /** List templates. Templates can be sent at any time, also outside the customer service window. Most recently changed first. Scope: `messages:read`. */
    listTemplates: 'GET /api/v1/templates cursor',
    /** Upload a file to send. Pass the returned `id` as `media_id` when you send a message. Scope: `messages:write`. */
    uploadMedia: 'POST /api/v1/media file',
  },
  channels: {
    /** List channels. Returns the connected numbers and accounts, also those that were disconnected, newest first. Scope: `chats:read`. */
    listChannels: 'GET /api/v1/channels cursor',
    /** Get a channel. Returns a connected number or account, and what it can send. Scope: `chats:read`. */
    getChannel: 'GET /api/v1/channels/{id}',
  },
  erasures: {
    /** Erase a contact. Removes all of a contact's data for good, with that of contacts merged into it: messages, files, notes, tickets, events, deliveries and stored payloads. The contact is gone at once; the response is the erasure, which completes in the background and is then the certificate of what was removed. Scope: `admin`. */
    eraseContact: 'DELETE /api/v1/contacts/{id}',
    /** List erasures. Newest first. Scope: `admin`. */
    listErasures: 'GET /api/v1/erasures cursor',
    /** Get an erasure. Its progress, and once it is completed the certificate. Scope: `admin`. */
    getErasure: 'GET /api/v1/erasures/{id}',
  },
  bulkActions: {
    /** Change many conversations. Changes those in `ids`, or all that match `filter` when the request arrives. Up to 100 are changed before the response; more are changed in the background, and the response has the status `running`. What cannot be changed is skipped and counted. Scope: `chats:write`. */
    createConversationBulkAction: 'POST /api/v1/chats/bulk-actions',
    /** List bulk actions on conversations. Newest first. Bulk actions are deleted after 7 days. Scope: `chats:read`. */
    listConversationBulkActions: 'GET /api/v1/chats/bulk-actions cursor',
    /** Count conversations that match. Returns how many a bulk action with these filters would select now. Scope: `chats:read`. */
    countMatchingConversations: 'GET /api/v1/chats/matches',
    /** Change many tickets. Changes those in `ids`, or all that match `filter` when the request arrives. Up to 100 are changed before the response; more are changed in the background, and the response has the status `running`. What cannot be changed is skipped and counted. Scope: `tickets:write`. */
    createTicketBulkAction: 'POST /api/v1/tickets/bulk-actions',
    /** List bulk actions on tickets. Newest first. Bulk actions are deleted after 7 days. Scope: `tickets:read`. */
    listTicketBulkActions: 'GET /api/v1/tickets/bulk-actions cursor',
    /** Count tickets that match. Returns how many a bulk action with these filters would select now. Scope: `tickets:read`. */
    countMatchingTickets: 'GET /api/v1/tickets/matches',
    /** Change many contacts. Changes those in `ids`, or all that match `filter` when the request arrives. They are erased or merged one after the other in the background. `erase` requires an admin or a key with the scope `admin`, because nothing restores an erased contact. What cannot be changed is skipped and counted. Scope: `contacts:write`. */
    createContactBulkAction: 'POST /api/v1/contacts/bulk-actions',
    /** List bulk actions on contacts. Newest first. Bulk actions are deleted after 7 days. Scope: `contacts:read`. */
    listContactBulkActions: 'GET /api/v1/contacts/bulk-actions cursor',
    /** Count contacts that match. Returns how many a bulk action with these filters would select now. Scope: `contacts:read`. */
    countMatchingContacts: 'GET /api/v1/contacts/matches',
    /** Get a bulk action. Includes its progress. Scope: `chats:read` or `contacts:read` or `tickets:read`, for what the id leads to. */
    getBulkAction: 'GET /api/v1/bulk-actions/{id}',
    /** List the items of a bulk action. Each with its result, by id. Scope: `chats:read` or `contacts:read` or `tickets:read`, for what the id leads to. */
    listBulkActionItems: 'GET /api/v1/bulk-actions/{id}/items cursor',
    /** Cancel a bulk action. Changes no more items. Those that were changed stay changed. Scope: `chats:write` or `contacts:write` or `tickets:write`, for what the id leads to. */
    cancelBulkAction: 'POST /api/v1/bulk-actions/{id}/cancel',
    /** Undo a bulk action. Restores the previous values, except of items that have been changed since. A running action is stopped first. More than 100 items are restored in the background. Merges are undone in reverse order, except of those on which a later merge depends. Erasures cannot be undone. Scope: `chats:write` or `contacts:write` or `tickets:write`, for what the id leads to. */
    undoBulkAction: 'POST /api/v1/bulk-actions/{id}/undo',
  },
  dataExports: {
    /** Export a contact's data. Exports everything that is stored about a contact and those merged into it, as the archive that a person can ask for. The export completes in the background; while it is running, the request returns it again. Scope: `admin`. A session must be fresh. */
    exportContactData: 'POST /api/v1/contacts/{id}/data-export',
    /** List data exports. Newest first. Expired exports are not listed. Scope: `admin`. */
    listDataExports: 'GET /api/v1/data-exports cursor',
    /** Get a data export. Its progress, and once it is completed the address of the archive. Scope: `admin`. */
    getDataExport: 'GET /api/v1/data-exports/{id}',
    /** Download a data export. A tar archive, compressed with gzip: a folder with JSON lines for each kind of data, the files of messages in `files`, and `manifest.json` as the last file. Scope: `admin`. A session must be fresh. */
    downloadDataExport: 'GET /api/v1/data-exports/{id}/download binary',
  },
  tickets: {
    /** Create a ticket. Scope: `tickets:write`. */
    createTicket: 'POST /api/v1/tickets',
    /** List tickets. Most recently changed first by default. Scope: `tickets:read`. */
    listTickets: 'GET /api/v1/tickets cursor',
    /** Count tickets. Returns the number of tickets in the standard views, counted up to 1,000. `mine` counts tickets assigned to the signed-in member. Scope: `tickets:read`. */
    countTickets: 'GET /api/v1/tickets/counts',
    /** Export tickets. Returns all tickets that match the filters, newest first. Scope: `tickets:read`. A session must be fresh. */
    exportTickets: 'GET /api/v1/tickets/export.csv text',
    /** Export selected tickets. Works like the GET. Its body takes thousands of ids. Scope: `tickets:read`. A session must be fresh. */
    exportSelectedTickets: 'POST /api/v1/tickets/export.csv text',
    /** Get a ticket. Scope: `tickets:read`. */
    getTicket: 'GET /api/v1/tickets/{id}',
    /** Update a ticket. Scope: `tickets:write`. */
    updateTicket: 'PATCH /api/v1/tickets/{id}',
    /** Attach a file to a ticket. Upload the file with `POST /api/v1/media` first, and pass its id. The customer never receives it. Scope: `tickets:write`. */
    addTicketAttachment: 'POST /api/v1/tickets/{id}/attachments',
    /** Remove a file from a ticket. Scope: `tickets:write`. */
    removeTicketAttachment: 'DELETE /api/v1/tickets/{id}/attachments/{media_id} none',
    /** Send the customer an update about a ticket. Sends a message in the conversation of the ticket, as `sendMessage` does. A second one about the same status is refused unless `again` is true. Scope: `messages:write`. */
    sendCustomerUpdate: 'POST /api/v1/tickets/{id}/customer-updates',
    /** Follow a ticket. Followers are notified of comments, of changes of the status, and when the ticket is overdue. A member whom a comment mentions follows. Scope: `tickets:write`. */
    followTicket: 'POST /api/v1/tickets/{id}/followers',
    /** Stop following a ticket. Scope: `tickets:write`. */
    unfollowTicket: 'DELETE /api/v1/tickets/{id}/followers/{membership_id} none',
    /** List the links of a ticket. Links to tickets that the caller does not see are left out. Scope: `tickets:read`. */
    listTicketLinks: 'GET /api/v1/tickets/{id}/links',
    /** Link a ticket to another one. Both tickets show the link. Two tickets have at most one. Scope: `tickets:write`. */
    createTicketLink: 'POST /api/v1/tickets/{id}/links',
    /** Delete a link of a ticket. Scope: `tickets:write`. */
    deleteTicketLink: 'DELETE /api/v1/tickets/{id}/links/{link_id} none',
    /** List ticket types. Newest first. Scope: `tickets:read`. */
    listTicketTypes: 'GET /api/v1/ticket-types cursor',
    /** Create a ticket type. Scope: `admin`. */
    createTicketType: 'POST /api/v1/ticket-types',
    /** Rename a ticket type. Scope: `admin`. */
    updateTicketType: 'PATCH /api/v1/ticket-types/{id}',
    /** Delete a ticket type. Its tickets then have no type. Scope: `admin`. */
    deleteTicketType: 'DELETE /api/v1/ticket-types/{id} none',
    /** List the comments and changes of a ticket. Newest first. Scope: `tickets:read`. */
    listTicketActivity: 'GET /api/v1/tickets/{id}/activity cursor',
    /** Add a comment to a ticket. Comments are internal. They are never sent to customers or platforms. Scope: `tickets:write`. */
    createTicketComment: 'POST /api/v1/tickets/{id}/comments',
    /** Update a comment on a ticket. Only the author or an admin can do this. Only the fields you send are updated. The earlier text stays in the history. Scope: `tickets:write`. */
    updateTicketComment: 'PATCH /api/v1/ticket-comments/{id}',
    /** Delete a comment on a ticket. Only the author or an admin can do this. Its earlier texts are deleted too. Scope: `tickets:write`. */
    deleteTicketComment: 'DELETE /api/v1/ticket-comments/{id} none',
  },
  reports: {
    /** Report sent and received messages. Messages are counted at the time they were written. Scope: `reports:read`. */
    reportMessages: 'GET /api/v1/reports/messages',
    /** Export the message report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh. */
    exportMessageReport: 'GET /api/v1/reports/messages.csv text',
    /** Report first responses and resolutions. A conversation is opened by its creation, or by activity after it was closed, and lasts until it is closed. The first response time is the time from the customer's first message to the first reply sent by a member or an API key. The resolution time is the time from opening to closing. Scope: `reports:read`. */
    reportResponses: 'GET /api/v1/reports/responses',
    /** Export the response report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh. */
    exportResponseReport: 'GET /api/v1/reports/responses.csv text',
    /** Report work side by side. Returns what each member, team, channel or tag did in the period, beside the period of the same length before. A first response counts for who gave it, at the time of the customer's message; a close for who closed. Scope: `reports:read`. */
    reportWork: 'GET /api/v1/reports/work',
    /** Export the work report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh. */
    exportWorkReport: 'GET /api/v1/reports/work.csv text',
    /** Report tickets. Returns created and solved tickets, and the age of the tickets that are open now. Scope: `reports:read`. */
    reportTickets: 'GET /api/v1/reports/tickets',
    /** Export the ticket report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh. */
    exportTicketReport: 'GET /api/v1/reports/tickets.csv text',
    /** Report SLA targets. Counts the targets of SLA policies that were met, missed or not needed: at the time they were met, at the due time that passed, or at the close. Scope: `reports:read`. */
    reportSla: 'GET /api/v1/reports/sla',
    /** Export the SLA report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh. */
    exportSlaReport: 'GET /api/v1/reports/sla.csv text',
    /** Report leads by source and campaign. Leads are counted at the time they arrived. Scope: `reports:read`. */
    reportLeads: 'GET /api/v1/reports/leads',
    /** Export the lead report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh. */
    exportLeadReport: 'GET /api/v1/reports/leads.csv text',
    /** Report message costs. Multiplies the messages that the platform charges for, each counted once, with the prices of the workspace's price lists: those that were valid when the message was written, by the country of the recipient. Sums are exact decimal numbers. Scope: `reports:read`. */
    reportCosts: 'GET /api/v1/reports/costs',
    /** Export the cost report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh. */
    exportCostReport: 'GET /api/v1/reports/costs.csv text',
    /** Report what bots did. Returns how many conversations bots solved alone, and how long they held the others before people got them. Each is counted when the bot stopped holding it. Scope: `reports:read`. */
    reportBots: 'GET /api/v1/reports/bots',
    /** Export the bot report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh. */
    exportBotReport: 'GET /api/v1/reports/bots.csv text',
    /** Report ratings of customers. Returns how many customers were asked for a rating after their conversation was closed, how many answered, and how satisfied they are. Questions are counted at the time they were sent, with their answers. Scope: `reports:read`. */
    reportRatings: 'GET /api/v1/reports/csat',
    /** Export the rating report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh. */
    exportRatingReport: 'GET /api/v1/reports/csat.csv text',
    /** Report webhook deliveries. Returns the outcome and speed of deliveries, by the time of their events. Test deliveries are not counted. Scope: `reports:read`. */
    reportDeliveries: 'GET /api/v1/reports/deliveries',
    /** Export the delivery report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh. */
    exportDeliveryReport: 'GET /api/v1/reports/deliveries.csv text',
    /** List price lists. The latest date first. A list is valid until the next one starts. Scope: `reports:read`. */
    listPriceLists: 'GET /api/v1/price-lists cursor',
    /** Upload a price list. Reads a CSV file of prices per message: WhatsApp's rate card, or a file with the columns `market`, `category` and `price`. A market is a country (name or code), a calling code such as +91, a region of the rate card, or `Other`. The file is stored as a whole, or refused with the faults of its rows. Scope: `admin`. */
    createPriceList: 'POST /api/v1/price-lists file',
    /** Get a price list. Includes its prices, by market. Scope: `reports:read`. */
    getPriceList: 'GET /api/v1/price-lists/{id}',
    /** Delete a price list. From then on, the list before it is valid longer. Scope: `admin`. */
    deletePriceList: 'DELETE /api/v1/price-lists/{id} none',
    /** Export a price list. A file that you can edit and upload again. Scope: `reports:read`. */
    exportPriceList: 'GET /api/v1/price-lists/{id}/prices.csv text',
  },
  events: {
    /** List events. Returns events oldest first, in commit order and without gaps. Store `next_cursor` and pass it as `after` in the next request; while `has_more` is true, request the next page immediately. If the events after a cursor were deleted because their retention time is over, the response is 410 `cursor_expired`. Scope: `events:read`. */
    listEvents: 'GET /api/v1/events after',
    /** Get an event. The response is byte-identical to the payload sent to webhooks. Scope: `events:read`. */
    getEvent: 'GET /api/v1/events/{id}',
    /** Resend an event. Queues the event for immediate delivery to one endpoint, or to every enabled endpoint that has a delivery of it or subscribes to its type. Scope: `webhooks:write`. */
    resendEvent: 'POST /api/v1/events/{id}/resend',
  },
  webhooks: {
    /** List webhooks. Returns all webhook endpoints without their secrets, newest first. Scope: `webhooks:read`. */
    listWebhooks: 'GET /api/v1/webhooks cursor',
    /** Create a webhook. Subscribes a URL to events. The response contains the signing secret. It is shown only once. Scope: `webhooks:write`. A session must be fresh. */
    createWebhook: 'POST /api/v1/webhooks',
    /** Get a webhook. Scope: `webhooks:read`. */
    getWebhook: 'GET /api/v1/webhooks/{id}',
    /** Update a webhook. Only the fields you send are updated; null clears a field. When you enable an endpoint, its pending deliveries are sent. Scope: `webhooks:write`. */
    updateWebhook: 'PATCH /api/v1/webhooks/{id}',
    /** Delete a webhook. Unsubscribes the URL and cancels its pending deliveries. Scope: `webhooks:write`. */
    deleteWebhook: 'DELETE /api/v1/webhooks/{id} none',
    /** List the deliveries of a webhook. Newest first. If few deliveries match, a page can be short or empty and still have a `next_cursor`. Scope: `webhooks:read`. */
    listWebhookDeliveries: 'GET /api/v1/webhooks/{id}/deliveries cursor',
    /** Rotate the signing secret of a webhook. The response contains the new secret. It is shown only once. For 24 hours, deliveries are also signed with the previous secret. `expire_now` ends all previous secrets immediately. Scope: `webhooks:write`. A session must be fresh. */
    rotateSigningSecret: 'POST /api/v1/webhooks/{id}/rotate-secret',
    /** Send a test delivery to a webhook. Sends a sample event with `test: true` and waits for the result. A test delivery is not retried. Scope: `webhooks:write`. */
    testWebhook: 'POST /api/v1/webhooks/{id}/test',
    /** Replay deliveries of a webhook. Queues all matching deliveries again, oldest first. The replay runs in the background and respects the endpoint's limits. Selects failed and cancelled deliveries by default. With `dry_run`, it only counts. Scope: `webhooks:write`. */
    replayWebhook: 'POST /api/v1/webhooks/{id}/replay',
    /** List replays of webhooks. Newest first. Scope: `webhooks:read`. */
    listWebhookReplays: 'GET /api/v1/webhook-replays cursor',
    /** Get a replay of a webhook. Includes its progress and the outcomes of the deliveries it queued. Scope: `webhooks:read`. */
    getWebhookReplay: 'GET /api/v1/webhook-replays/{id}',
    /** Pause a replay of a webhook. What it has offered is delivered. Scope: `webhooks:write`. */
    pauseWebhookReplay: 'POST /api/v1/webhook-replays/{id}/pause',
    /** Resume a replay of a webhook. It goes on where it stopped. Scope: `webhooks:write`. */
    resumeWebhookReplay: 'POST /api/v1/webhook-replays/{id}/resume',
    /** Cancel a replay of a webhook. It offers nothing more; what it has offered is delivered. Scope: `webhooks:write`. */
    cancelWebhookReplay: 'POST /api/v1/webhook-replays/{id}/cancel',
  },
  apiKeys: {
    /** Get the API key of the request. Returns the key, its scopes and its workspace. Use it to test whether a key is valid and what it can do. Any API key can ask, whatever its scopes. */
    getMe: 'GET /api/v1/me',
  },
} as const
