import type { savedViews as source } from './en.ts'

/** Filters of a list, saved under a name. */
export const savedViews: typeof source = {
  label: 'सहेजे गए व्यू',
  none: 'अभी कोई सहेजा हुआ व्यू नहीं है। फ़िल्टर लगाएँ, फिर उन्हें व्यू के रूप में सहेजें।',
  save: 'व्यू सहेजें',
  name: 'व्यू का नाम',
  share: 'वर्कस्पेस में सबके साथ साझा करें',
  shared: 'साझा',
  saved: 'व्यू “{name}” सहेजा गया।',
  delete: 'व्यू {name} मिटाएँ',
  deleted: 'व्यू “{name}” मिटाया गया।',
  deleteFailed: 'व्यू नहीं मिटाया जा सका',
  restoreFailed: 'व्यू वापस नहीं लाया जा सका',
}
