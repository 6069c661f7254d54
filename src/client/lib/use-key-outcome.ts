import { useQuery } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { getOutcome } from '#contract/outcomes.ts'
import { ApiRefusal, callApi } from './call-api.ts'

/** The committed outcome of an idempotency key. */
export type KeyOutcome = Reply<typeof getOutcome>['baseDTO']

/** The state of the inquiry: no answer yet, an answer that nothing is committed so far, or a server that could not be reached. */
export type Inquiry = 'asking' | 'nothing-so-far' | 'no-answer'

const ANSWER_MS_MAX = 8_000
const ASK_EVERY_MS = 3_000
/** Two minutes of inquiries: no command waits that long. */
const ASKS_MAX = 40

/** Asks the server for the outcome of a key, every few seconds up to a limit, and again after each attempt. */
export function useKeyOutcome({ key, attempt, enabled }: { key: string; attempt: number; enabled: boolean }): {
  answer: KeyOutcome | undefined
  inquiry: Inquiry
} {
  const { data, isFetched, isError } = useQuery({
    queryKey: [getOutcome.path, key, attempt],
    queryFn: ({ signal }) => answeredWithin(ANSWER_MS_MAX, callApi(getOutcome, { params: { key } }, { signal })),
    select: ({ baseDTO }) => baseDTO,
    enabled,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    // Without a network it fails immediately instead of making the user wait.
    networkMode: 'always',
    refetchInterval: ({ state }) =>
      state.dataUpdateCount + state.errorUpdateCount < ASKS_MAX && isOpen(state.data?.baseDTO) ? ASK_EVERY_MS : false,
    meta: { offline: getOutcome.offline, access: getOutcome.access },
  })
  return { answer: data, inquiry: isFetched ? (isError ? 'no-answer' : 'nothing-so-far') : 'asking' }
}

/** The order that the key's command placed, traded or cancelled. */
export const orderIn = (found: KeyOutcome) => (found.kind === 'ORDER' ? found.order : undefined)

const isOpen = (answer: KeyOutcome | undefined) => answer === undefined || answer.kind === 'NONE'

/** The answer, or UNREACHABLE if none arrives in time: a stalled connection may stay silent for minutes. */
export async function answeredWithin<Answer>(ms: number, asked: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiRefusal({ code: 'UNREACHABLE', message: 'no answer in time' })), ms)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
