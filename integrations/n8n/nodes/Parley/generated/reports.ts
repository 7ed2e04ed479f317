// Generated from the API description by `npm run clients`. Do not edit.
import type { INodeProperties } from 'n8n-workflow'

/** The operations of reports and their fields. */
export const reports: INodeProperties[] = [
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ]
      }
    },
    "options": [
      {
        "name": "Delete a Price List",
        "value": "deletePriceList",
        "action": "Delete a price list",
        "description": "Delete a price list. From then on, the list before it is valid longer."
      },
      {
        "name": "Export a Price List",
        "value": "exportPriceList",
        "action": "Export a price list",
        "description": "Export a price list. A file that you can edit and upload again."
      },
      {
        "name": "Export the Cost Report",
        "value": "exportCostReport",
        "action": "Export the cost report",
        "description": "Export the cost report. The same figures for a spreadsheet."
      },
      {
        "name": "Export the Delivery Report",
        "value": "exportDeliveryReport",
        "action": "Export the delivery report",
        "description": "Export the delivery report. The same figures for a spreadsheet."
      },
      {
        "name": "Export the Lead Report",
        "value": "exportLeadReport",
        "action": "Export the lead report",
        "description": "Export the lead report. The same figures for a spreadsheet."
      },
      {
        "name": "Export the Message Report",
        "value": "exportMessageReport",
        "action": "Export the message report",
        "description": "Export the message report. The same figures for a spreadsheet."
      },
      {
        "name": "Export the Response Report",
        "value": "exportResponseReport",
        "action": "Export the response report",
        "description": "Export the response report. The same figures for a spreadsheet."
      },
      {
        "name": "Export the Ticket Report",
        "value": "exportTicketReport",
        "action": "Export the ticket report",
        "description": "Export the ticket report. The same figures for a spreadsheet."
      },
      {
        "name": "Get a Price List",
        "value": "getPriceList",
        "action": "Get a price list",
        "description": "Get a price list. Includes its prices, by market."
      },
      {
        "name": "List Price Lists",
        "value": "listPriceLists",
        "action": "List price lists",
        "description": "List price lists. The latest date first. A list is valid until the next one starts."
      },
      {
        "name": "Report First Responses and Resolutions",
        "value": "reportResponses",
        "action": "Report first responses and resolutions",
        "description": "Report first responses and resolutions. A conversation is opened by its creation, or by activity after it was closed, and lasts until it is closed. The first response time is the time from the customer's first message to the first reply sent by a member or an API key. The resolution time is the time from opening to closing."
      },
      {
        "name": "Report Leads by Source and Campaign",
        "value": "reportLeads",
        "action": "Report leads by source and campaign",
        "description": "Report leads by source and campaign. Leads are counted at the time they arrived."
      },
      {
        "name": "Report Message Costs",
        "value": "reportCosts",
        "action": "Report message costs",
        "description": "Report message costs. Multiplies the messages that the platform charges for, each counted once, with the prices of the workspace's price lists: those that were valid when the message was written, by the country of the recipient. Sums are exact decimal numbers."
      },
      {
        "name": "Report Sent and Received Messages",
        "value": "reportMessages",
        "action": "Report sent and received messages",
        "description": "Report sent and received messages. Messages are counted at the time they were written."
      },
      {
        "name": "Report Tickets",
        "value": "reportTickets",
        "action": "Report tickets",
        "description": "Report tickets. Returns created and solved tickets, and the age of the tickets that are open now."
      },
      {
        "name": "Report Webhook Deliveries",
        "value": "reportDeliveries",
        "action": "Report webhook deliveries",
        "description": "Report webhook deliveries. Returns the outcome and speed of deliveries, by the time of their events. Test deliveries are not counted."
      },
      {
        "name": "Upload a Price List",
        "value": "createPriceList",
        "action": "Upload a price list",
        "description": "Upload a price list. Reads a CSV file of prices per message: WhatsApp's rate card, or a file with the columns 'market', 'category' and 'price'. A market is a country (name or code), a calling code such as +91, a region of the rate card, or 'Other'. The file is stored as a whole, or refused with the faults of its rows."
      }
    ],
    "default": "reportMessages"
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "reportMessages"
        ]
      }
    },
    "options": [
      {
        "displayName": "Bucket",
        "name": "bucket",
        "type": "options",
        "options": [
          {
            "name": "Day",
            "value": "day"
          },
          {
            "name": "Hour",
            "value": "hour"
          },
          {
            "name": "Month",
            "value": "month"
          },
          {
            "name": "Week",
            "value": "week"
          }
        ],
        "default": "day",
        "description": "The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets."
      },
      {
        "displayName": "Channel ID",
        "name": "channel_id",
        "type": "string",
        "default": "",
        "description": "Only this channel"
      },
      {
        "displayName": "From",
        "name": "from",
        "type": "string",
        "default": "",
        "description": "A date or an RFC 3339 timestamp. Defaults to 30 days before 'to'."
      },
      {
        "displayName": "Member ID",
        "name": "member_id",
        "type": "string",
        "default": "",
        "description": "Only messages sent by this member and messages received in conversations assigned to them now"
      },
      {
        "displayName": "Time Zone",
        "name": "time_zone",
        "type": "string",
        "default": "",
        "description": "The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC."
      },
      {
        "displayName": "To",
        "name": "to",
        "type": "string",
        "default": "",
        "description": "A date (included) or an RFC 3339 timestamp (excluded). Defaults to now."
      }
    ]
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "exportMessageReport"
        ]
      }
    },
    "options": [
      {
        "displayName": "Bucket",
        "name": "bucket",
        "type": "options",
        "options": [
          {
            "name": "Day",
            "value": "day"
          },
          {
            "name": "Hour",
            "value": "hour"
          },
          {
            "name": "Month",
            "value": "month"
          },
          {
            "name": "Week",
            "value": "week"
          }
        ],
        "default": "day",
        "description": "The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets."
      },
      {
        "displayName": "Channel ID",
        "name": "channel_id",
        "type": "string",
        "default": "",
        "description": "Only this channel"
      },
      {
        "displayName": "From",
        "name": "from",
        "type": "string",
        "default": "",
        "description": "A date or an RFC 3339 timestamp. Defaults to 30 days before 'to'."
      },
      {
        "displayName": "Member ID",
        "name": "member_id",
        "type": "string",
        "default": "",
        "description": "Only messages sent by this member and messages received in conversations assigned to them now"
      },
      {
        "displayName": "Time Zone",
        "name": "time_zone",
        "type": "string",
        "default": "",
        "description": "The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC."
      },
      {
        "displayName": "To",
        "name": "to",
        "type": "string",
        "default": "",
        "description": "A date (included) or an RFC 3339 timestamp (excluded). Defaults to now."
      }
    ]
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "reportResponses"
        ]
      }
    },
    "options": [
      {
        "displayName": "Bucket",
        "name": "bucket",
        "type": "options",
        "options": [
          {
            "name": "Day",
            "value": "day"
          },
          {
            "name": "Hour",
            "value": "hour"
          },
          {
            "name": "Month",
            "value": "month"
          },
          {
            "name": "Week",
            "value": "week"
          }
        ],
        "default": "day",
        "description": "The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets."
      },
      {
        "displayName": "Channel ID",
        "name": "channel_id",
        "type": "string",
        "default": "",
        "description": "Only this channel"
      },
      {
        "displayName": "From",
        "name": "from",
        "type": "string",
        "default": "",
        "description": "A date or an RFC 3339 timestamp. Defaults to 30 days before 'to'."
      },
      {
        "displayName": "Member ID",
        "name": "member_id",
        "type": "string",
        "default": "",
        "description": "Only conversations that this member answered first or closed, and unanswered ones assigned to them"
      },
      {
        "displayName": "Time Zone",
        "name": "time_zone",
        "type": "string",
        "default": "",
        "description": "The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC."
      },
      {
        "displayName": "To",
        "name": "to",
        "type": "string",
        "default": "",
        "description": "A date (included) or an RFC 3339 timestamp (excluded). Defaults to now."
      }
    ]
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "exportResponseReport"
        ]
      }
    },
    "options": [
      {
        "displayName": "Bucket",
        "name": "bucket",
        "type": "options",
        "options": [
          {
            "name": "Day",
            "value": "day"
          },
          {
            "name": "Hour",
            "value": "hour"
          },
          {
            "name": "Month",
            "value": "month"
          },
          {
            "name": "Week",
            "value": "week"
          }
        ],
        "default": "day",
        "description": "The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets."
      },
      {
        "displayName": "Channel ID",
        "name": "channel_id",
        "type": "string",
        "default": "",
        "description": "Only this channel"
      },
      {
        "displayName": "From",
        "name": "from",
        "type": "string",
        "default": "",
        "description": "A date or an RFC 3339 timestamp. Defaults to 30 days before 'to'."
      },
      {
        "displayName": "Member ID",
        "name": "member_id",
        "type": "string",
        "default": "",
        "description": "Only conversations that this member answered first or closed, and unanswered ones assigned to them"
      },
      {
        "displayName": "Time Zone",
        "name": "time_zone",
        "type": "string",
        "default": "",
        "description": "The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC."
      },
      {
        "displayName": "To",
        "name": "to",
        "type": "string",
        "default": "",
        "description": "A date (included) or an RFC 3339 timestamp (excluded). Defaults to now."
      }
    ]
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "reportTickets"
        ]
      }
    },
    "options": [
      {
        "displayName": "Bucket",
        "name": "bucket",
        "type": "options",
        "options": [
          {
            "name": "Day",
            "value": "day"
          },
          {
            "name": "Hour",
            "value": "hour"
          },
          {
            "name": "Month",
            "value": "month"
          },
          {
            "name": "Week",
            "value": "week"
          }
        ],
        "default": "day",
        "description": "The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets."
      },
      {
        "displayName": "From",
        "name": "from",
        "type": "string",
        "default": "",
        "description": "A date or an RFC 3339 timestamp. Defaults to 30 days before 'to'."
      },
      {
        "displayName": "Member ID",
        "name": "member_id",
        "type": "string",
        "default": "",
        "description": "Only tickets assigned to this member now"
      },
      {
        "displayName": "Time Zone",
        "name": "time_zone",
        "type": "string",
        "default": "",
        "description": "The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC."
      },
      {
        "displayName": "To",
        "name": "to",
        "type": "string",
        "default": "",
        "description": "A date (included) or an RFC 3339 timestamp (excluded). Defaults to now."
      }
    ]
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "exportTicketReport"
        ]
      }
    },
    "options": [
      {
        "displayName": "Bucket",
        "name": "bucket",
        "type": "options",
        "options": [
          {
            "name": "Day",
            "value": "day"
          },
          {
            "name": "Hour",
            "value": "hour"
          },
          {
            "name": "Month",
            "value": "month"
          },
          {
            "name": "Week",
            "value": "week"
          }
        ],
        "default": "day",
        "description": "The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets."
      },
      {
        "displayName": "From",
        "name": "from",
        "type": "string",
        "default": "",
        "description": "A date or an RFC 3339 timestamp. Defaults to 30 days before 'to'."
      },
      {
        "displayName": "Member ID",
        "name": "member_id",
        "type": "string",
        "default": "",
        "description": "Only tickets assigned to this member now"
      },
      {
        "displayName": "Table",
        "name": "table",
        "type": "options",
        "options": [
          {
            "name": "Ages",
            "value": "ages"
          },
          {
            "name": "Buckets",
            "value": "buckets"
          }
        ],
        "default": "buckets",
        "description": "'buckets': a row for each period of time. 'ages': the open tickets by their age."
      },
      {
        "displayName": "Time Zone",
        "name": "time_zone",
        "type": "string",
        "default": "",
        "description": "The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC."
      },
      {
        "displayName": "To",
        "name": "to",
        "type": "string",
        "default": "",
        "description": "A date (included) or an RFC 3339 timestamp (excluded). Defaults to now."
      }
    ]
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "reportLeads"
        ]
      }
    },
    "options": [
      {
        "displayName": "Bucket",
        "name": "bucket",
        "type": "options",
        "options": [
          {
            "name": "Day",
            "value": "day"
          },
          {
            "name": "Hour",
            "value": "hour"
          },
          {
            "name": "Month",
            "value": "month"
          },
          {
            "name": "Week",
            "value": "week"
          }
        ],
        "default": "day",
        "description": "The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets."
      },
      {
        "displayName": "From",
        "name": "from",
        "type": "string",
        "default": "",
        "description": "A date or an RFC 3339 timestamp. Defaults to 30 days before 'to'."
      },
      {
        "displayName": "Time Zone",
        "name": "time_zone",
        "type": "string",
        "default": "",
        "description": "The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC."
      },
      {
        "displayName": "To",
        "name": "to",
        "type": "string",
        "default": "",
        "description": "A date (included) or an RFC 3339 timestamp (excluded). Defaults to now."
      }
    ]
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "exportLeadReport"
        ]
      }
    },
    "options": [
      {
        "displayName": "Bucket",
        "name": "bucket",
        "type": "options",
        "options": [
          {
            "name": "Day",
            "value": "day"
          },
          {
            "name": "Hour",
            "value": "hour"
          },
          {
            "name": "Month",
            "value": "month"
          },
          {
            "name": "Week",
            "value": "week"
          }
        ],
        "default": "day",
        "description": "The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets."
      },
      {
        "displayName": "From",
        "name": "from",
        "type": "string",
        "default": "",
        "description": "A date or an RFC 3339 timestamp. Defaults to 30 days before 'to'."
      },
      {
        "displayName": "Table",
        "name": "table",
        "type": "options",
        "options": [
          {
            "name": "Buckets",
            "value": "buckets"
          },
          {
            "name": "Campaigns",
            "value": "campaigns"
          }
        ],
        "default": "buckets",
        "description": "'buckets': a row for each period of time. 'campaigns': a row for each source and campaign."
      },
      {
        "displayName": "Time Zone",
        "name": "time_zone",
        "type": "string",
        "default": "",
        "description": "The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC."
      },
      {
        "displayName": "To",
        "name": "to",
        "type": "string",
        "default": "",
        "description": "A date (included) or an RFC 3339 timestamp (excluded). Defaults to now."
      }
    ]
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "reportCosts"
        ]
      }
    },
    "options": [
      {
        "displayName": "Bucket",
        "name": "bucket",
        "type": "options",
        "options": [
          {
            "name": "Day",
            "value": "day"
          },
          {
            "name": "Hour",
            "value": "hour"
          },
          {
            "name": "Month",
            "value": "month"
          },
          {
            "name": "Week",
            "value": "week"
          }
        ],
        "default": "day",
        "description": "The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets."
      },
      {
        "displayName": "Channel ID",
        "name": "channel_id",
        "type": "string",
        "default": "",
        "description": "Only this channel"
      },
      {
        "displayName": "From",
        "name": "from",
        "type": "string",
        "default": "",
        "description": "A date or an RFC 3339 timestamp. Defaults to 30 days before 'to'."
      },
      {
        "displayName": "Member ID",
        "name": "member_id",
        "type": "string",
        "default": "",
        "description": "Only messages sent by this member"
      },
      {
        "displayName": "Time Zone",
        "name": "time_zone",
        "type": "string",
        "default": "",
        "description": "The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC."
      },
      {
        "displayName": "To",
        "name": "to",
        "type": "string",
        "default": "",
        "description": "A date (included) or an RFC 3339 timestamp (excluded). Defaults to now."
      }
    ]
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "exportCostReport"
        ]
      }
    },
    "options": [
      {
        "displayName": "Bucket",
        "name": "bucket",
        "type": "options",
        "options": [
          {
            "name": "Day",
            "value": "day"
          },
          {
            "name": "Hour",
            "value": "hour"
          },
          {
            "name": "Month",
            "value": "month"
          },
          {
            "name": "Week",
            "value": "week"
          }
        ],
        "default": "day",
        "description": "The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets."
      },
      {
        "displayName": "Channel ID",
        "name": "channel_id",
        "type": "string",
        "default": "",
        "description": "Only this channel"
      },
      {
        "displayName": "From",
        "name": "from",
        "type": "string",
        "default": "",
        "description": "A date or an RFC 3339 timestamp. Defaults to 30 days before 'to'."
      },
      {
        "displayName": "Member ID",
        "name": "member_id",
        "type": "string",
        "default": "",
        "description": "Only messages sent by this member"
      },
      {
        "displayName": "Table",
        "name": "table",
        "type": "options",
        "options": [
          {
            "name": "Authors",
            "value": "authors"
          },
          {
            "name": "Buckets",
            "value": "buckets"
          },
          {
            "name": "Categories",
            "value": "categories"
          },
          {
            "name": "Channels",
            "value": "channels"
          },
          {
            "name": "Countries",
            "value": "countries"
          },
          {
            "name": "Templates",
            "value": "templates"
          }
        ],
        "default": "buckets",
        "description": "'buckets': a row for each period of time. Others: a row for each channel, template, category, author or country."
      },
      {
        "displayName": "Time Zone",
        "name": "time_zone",
        "type": "string",
        "default": "",
        "description": "The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC."
      },
      {
        "displayName": "To",
        "name": "to",
        "type": "string",
        "default": "",
        "description": "A date (included) or an RFC 3339 timestamp (excluded). Defaults to now."
      }
    ]
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "reportDeliveries"
        ]
      }
    },
    "options": [
      {
        "displayName": "Bucket",
        "name": "bucket",
        "type": "options",
        "options": [
          {
            "name": "Day",
            "value": "day"
          },
          {
            "name": "Hour",
            "value": "hour"
          },
          {
            "name": "Month",
            "value": "month"
          },
          {
            "name": "Week",
            "value": "week"
          }
        ],
        "default": "day",
        "description": "The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets."
      },
      {
        "displayName": "Endpoint ID",
        "name": "endpoint_id",
        "type": "string",
        "default": "",
        "description": "Only this webhook endpoint"
      },
      {
        "displayName": "From",
        "name": "from",
        "type": "string",
        "default": "",
        "description": "A date or an RFC 3339 timestamp. Defaults to 30 days before 'to'."
      },
      {
        "displayName": "Time Zone",
        "name": "time_zone",
        "type": "string",
        "default": "",
        "description": "The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC."
      },
      {
        "displayName": "To",
        "name": "to",
        "type": "string",
        "default": "",
        "description": "A date (included) or an RFC 3339 timestamp (excluded). Defaults to now."
      }
    ]
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "exportDeliveryReport"
        ]
      }
    },
    "options": [
      {
        "displayName": "Bucket",
        "name": "bucket",
        "type": "options",
        "options": [
          {
            "name": "Day",
            "value": "day"
          },
          {
            "name": "Hour",
            "value": "hour"
          },
          {
            "name": "Month",
            "value": "month"
          },
          {
            "name": "Week",
            "value": "week"
          }
        ],
        "default": "day",
        "description": "The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets."
      },
      {
        "displayName": "Endpoint ID",
        "name": "endpoint_id",
        "type": "string",
        "default": "",
        "description": "Only this webhook endpoint"
      },
      {
        "displayName": "From",
        "name": "from",
        "type": "string",
        "default": "",
        "description": "A date or an RFC 3339 timestamp. Defaults to 30 days before 'to'."
      },
      {
        "displayName": "Time Zone",
        "name": "time_zone",
        "type": "string",
        "default": "",
        "description": "The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC."
      },
      {
        "displayName": "To",
        "name": "to",
        "type": "string",
        "default": "",
        "description": "A date (included) or an RFC 3339 timestamp (excluded). Defaults to now."
      }
    ]
  },
  {
    "displayName": "Return All",
    "name": "returnAll",
    "type": "boolean",
    "default": false,
    "description": "Whether to return all results or only up to a given limit",
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "listPriceLists"
        ]
      }
    }
  },
  {
    "displayName": "Limit",
    "name": "limit",
    "type": "number",
    "typeOptions": {
      "minValue": 1
    },
    "default": 50,
    "description": "Max number of results to return",
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "listPriceLists"
        ],
        "returnAll": [
          false
        ]
      }
    }
  },
  {
    "displayName": "Input Data Field Name",
    "name": "binaryPropertyName",
    "type": "string",
    "default": "data",
    "hint": "The name of the input binary field that contains the file",
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "createPriceList"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Additional Fields",
    "name": "additionalFields",
    "type": "collection",
    "placeholder": "Add Field",
    "default": {},
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "createPriceList"
        ]
      }
    },
    "options": [
      {
        "displayName": "Currency",
        "name": "currency",
        "type": "string",
        "default": "",
        "description": "Required unless the file has a column 'currency'"
      },
      {
        "displayName": "Idempotency Key",
        "name": "idempotencyKey",
        "type": "string",
        "default": "",
        "description": "For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key."
      },
      {
        "displayName": "Valid From",
        "name": "valid_from",
        "type": "string",
        "default": "",
        "description": "From when the prices are valid: a date (in UTC) or an RFC 3339 timestamp. Required unless the file has a column 'valid_from'."
      }
    ]
  },
  {
    "displayName": "Price List ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "getPriceList"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Price List ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "deletePriceList"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Price List ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "reports"
        ],
        "operation": [
          "exportPriceList"
        ]
      }
    },
    "required": true
  }
]
