// Generated from the API description by `npm run clients`. Do not edit.
import type { INodeProperties } from 'n8n-workflow'

/** The operations of dataExports and their fields. */
export const dataExports: INodeProperties[] = [
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "dataExports"
        ]
      }
    },
    "options": [
      {
        "name": "Download a Data Export",
        "value": "downloadDataExport",
        "action": "Download a data export",
        "description": "Download a data export. A tar archive, compressed with gzip: a folder with JSON lines for each kind of data, the files of messages in 'files', and 'manifest.JSON' as the last file."
      },
      {
        "name": "Export a Contact's Data",
        "value": "exportContactData",
        "action": "Export a contact's data",
        "description": "Export a contact's data. Exports everything that is stored about a contact and those merged into it, as the archive that a person can ask for. The export completes in the background; while it is running, the request returns it again."
      },
      {
        "name": "Get a Data Export",
        "value": "getDataExport",
        "action": "Get a data export",
        "description": "Get a data export. Its progress, and once it is completed the address of the archive."
      },
      {
        "name": "List Data Exports",
        "value": "listDataExports",
        "action": "List data exports",
        "description": "List data exports. Newest first. Expired exports are not listed."
      }
    ],
    "default": "exportContactData"
  },
  {
    "displayName": "Contact ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "dataExports"
        ],
        "operation": [
          "exportContactData"
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
          "dataExports"
        ],
        "operation": [
          "exportContactData"
        ]
      }
    },
    "options": [
      {
        "displayName": "Idempotency Key",
        "name": "idempotencyKey",
        "type": "string",
        "default": "",
        "description": "For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key."
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
          "dataExports"
        ],
        "operation": [
          "listDataExports"
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
          "dataExports"
        ],
        "operation": [
          "listDataExports"
        ],
        "returnAll": [
          false
        ]
      }
    }
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
          "dataExports"
        ],
        "operation": [
          "listDataExports"
        ]
      }
    },
    "options": [
      {
        "displayName": "Contact ID",
        "name": "contact_id",
        "type": "string",
        "default": "",
        "description": "Only exports of this contact"
      }
    ]
  },
  {
    "displayName": "Data Export ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "dataExports"
        ],
        "operation": [
          "getDataExport"
        ]
      }
    },
    "required": true
  },
  {
    "displayName": "Data Export ID",
    "name": "id",
    "type": "string",
    "default": "",
    "description": "The ID of the resource, a UUID",
    "displayOptions": {
      "show": {
        "resource": [
          "dataExports"
        ],
        "operation": [
          "downloadDataExport"
        ]
      }
    },
    "required": true
  }
]
