/** Every length of a report's bucket. */
export const BUCKET_SIZES = ['hour', 'day', 'week', 'month'] as const

/** A length of a report's bucket. */
export type BucketSize = (typeof BUCKET_SIZES)[number]

/** Everything by which a report puts work side by side. */
export const WORK_GROUPS = ['member', 'team', 'channel', 'tag'] as const

/** Something by which a report puts work side by side. */
export type WorkGroup = (typeof WORK_GROUPS)[number]

/** Every table of the cost report. */
export const COST_TABLES = [
  'buckets',
  'channels',
  'templates',
  'categories',
  'authors',
  'countries',
] as const

/** A table of the cost report. */
export type CostTableName = (typeof COST_TABLES)[number]

/** Every table of the report of ratings. */
export const CSAT_TABLES = ['buckets', 'members', 'teams', 'channels', 'tags'] as const

/** A table of the report of ratings. */
export type CsatTableName = (typeof CSAT_TABLES)[number]

/** Every table of the report of bots. */
export const BOT_TABLES = ['buckets', 'bots', 'teams', 'channels'] as const

/** A table of the report of bots. */
export type BotTableName = (typeof BOT_TABLES)[number]

/** Every choice of the time that counts between a question and its answer, and between opening and closing. */
export const REPORT_HOURS = ['all', 'business'] as const

/** The time that counts in a report: all of it, or business hours. */
export type ReportHours = (typeof REPORT_HOURS)[number]

/** Every report, as its path names it. */
export const REPORT_NAMES = [
  'messages',
  'responses',
  'sla',
  'work',
  'bots',
  'csat',
  'tickets',
  'leads',
  'costs',
  'deliveries',
] as const

/** A report, as its path names it. */
export type ReportName = (typeof REPORT_NAMES)[number]

/** Every time between two mails of a scheduled report. */
export const SCHEDULE_INTERVALS = ['day', 'week', 'month'] as const

/** The time between two mails of a scheduled report. */
export type ScheduleInterval = (typeof SCHEDULE_INTERVALS)[number]

/** Every period of a scheduled report: whole days before the one on which it is sent. */
export const SCHEDULE_PERIODS = ['yesterday', 'week', 'month', 'quarter', 'last-month'] as const

/** The period of a scheduled report. */
export type SchedulePeriod = (typeof SCHEDULE_PERIODS)[number]

/** The most schedules of a workspace, and recipients of one. */
export const SCHEDULE_MAX = { schedules: 100, recipients: 50 } as const
