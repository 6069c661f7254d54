import { ProcessesPage } from '#client/features/operations/processes/processes-page.tsx'
import { words as en } from '#client/locales/en/processes.ts'
import { words as fa } from '#client/locales/fa/processes.ts'
import { getOperator } from '#contract/operations.ts'
import { drainProcess, getProcesses } from '#contract/operations-processes.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { LISTED_AT, wireProcess } from '#tests/builders/wire-processes.ts'
import { press } from './act.ts'
import type { Meeting } from './meet-refusals.tsx'
import type { Language } from './sentences.ts'

const WORDS = { fa, en }

/** A process is to leave the rotation. */
export const meetAtDrain = (giveReason: (language: Language) => Promise<void>): Meeting => ({
  ...{ part: <ProcessesPage />, refused: drainProcess },
  answers: [
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Sara', roles: ['ADMIN'], expiresAt: '2099-01-01T00:00:00Z' },
    }),
    mockEndpoint(getProcesses, { baseDTO: { at: LISTED_AT, processes: [wireProcess()], jobs: [] } }),
  ],
  act: async (language) => {
    await press(WORDS[language].drain.action)
    await giveReason(language)
  },
})
