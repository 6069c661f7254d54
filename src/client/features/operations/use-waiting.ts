import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import { showToast } from '#client/ui/toasts.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { getOverview } from '#contract/operations-overview.ts'
import { useHasRight } from './allowed.tsx'
import { CONSOLE_PAGES } from './console-pages.ts'
import { overviewQuery } from './overview.queries.ts'

/** Pages with work that waits for operators. */
const QUEUES = ['identities', 'tickets', 'proposals'] as const
type Queue = (typeof QUEUES)[number]
type Waiting = Readonly<Record<Queue, number>>

const isQueue = (word: string): word is Queue => QUEUES.some((queue) => queue === word)

/** Enough for any page: the overview polls more often. */
const LOOK_AGAIN_MS = 30_000

const waitingOf = ({ baseDTO: { actionable } }: Reply<typeof getOverview>): Waiting => actionable

/** The number of items that wait in a page for this operator, shown next to the page's name; `undefined` without any. */
export function useWaiting(): (word: string) => string | undefined {
  const language = useLanguage()
  const waiting = useQuery({
    ...overviewQuery(),
    refetchInterval: LOOK_AGAIN_MS,
    select: waitingOf,
  }).data
  useArrivals(waiting)
  return (word) => {
    const count = isQueue(word) ? waiting?.[word] : undefined
    return count ? showDigits(String(count), language) : undefined
  }
}

/** Shows a toast about new waiting work, on any page, but only for pages that the operator's roles open. */
function useArrivals(waiting: Waiting | undefined): void {
  const { t } = useTranslation('desk')
  const has = useHasRight()
  const before = useRef<Waiting>(undefined)
  useEffect(() => {
    const known = before.current
    before.current = waiting
    if (!known || !waiting) return
    for (const { word, needs } of CONSOLE_PAGES)
      if (isQueue(word) && has(needs) && waiting[word] > known[word])
        showToast({ tone: 'info', title: t(`arrived.${word}`) })
  })
}
