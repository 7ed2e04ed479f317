import type { codeSamples as source } from '../en/code-samples.ts'

/** Code, and other text of machines. */
export const codeSamples: typeof source = {
  language: 'भाषा',
  shortened: '{all} में से पहले {shown} अक्षर।',
  showAll: 'सब दिखाएँ',
}
