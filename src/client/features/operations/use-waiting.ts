import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useHasRight } from './allowed.tsx'
import { overviewQuery } from './overview.queries.ts'
import { ROOMS } from './rooms.ts'

/** Rooms in which something waits that an operator may do. */
const QUEUES = ['identities', 'tickets', 'proposals'] as const
type Queue = (typeof QUEUES)[number]
type Waiting = Readonly<Record<Queue, number>>

const isQueue = (word: string): word is Queue => QUEUES.some((queue) => queue === word)

/** Often enough in any room: the first page asks more often. */
const LOOK_AGAIN_MS = 30_000

/** How many wait in a room for this operator, as shown beside its name; `undefined` where nothing does. */
export function useWaiting(): (word: string) => string | undefined {
  const language = useLanguage()
  const waiting = useQuery({
    ...overviewQuery(),
    refetchInterval: LOOK_AGAIN_MS,
    select: ({ actionable }): Waiting => actionable,
  }).data
  useArrivals(waiting)
  return (word) => {
    const count = isQueue(word) ? waiting?.[word] : undefined
    return count ? showDigits(String(count), language) : undefined
  }
}

/** Says that something new waits, in whatever room the operator is, but in those alone that the roles open. */
function useArrivals(waiting: Waiting | undefined): void {
  const { t } = useTranslation('desk')
  const has = useHasRight()
  const before = useRef<Waiting>(undefined)
  useEffect(() => {
    const known = before.current
    before.current = waiting
    if (!known || !waiting) return
    for (const { word, needs } of ROOMS)
      if (isQueue(word) && has(needs) && waiting[word] > known[word])
        showToast({ tone: 'info', title: t(`arrived.${word}`) })
  })
}
