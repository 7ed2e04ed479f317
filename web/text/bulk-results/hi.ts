import type { en } from '../en.ts'

/** Failures of changes of many rows, in Hindi. */
export const bulkResults: (typeof en)['bulkResults'] = {
  failed: 'चुने हुए को बदला नहीं जा सका',
  selectFailed: 'मेल खाने वालों की गिनती नहीं हो सकी',
}
